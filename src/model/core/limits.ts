/** The limits of the service, each declared here once. */
export const limits = {
  pageSize: 50,
  maxPageSize: 200,
  maxPageSizeOfMeasurements: 2000,
  /** Of the answer about the caller. */
  maxFarmsOfCaller: 10_000,
  /** Farms that the console knows by name from its start. */
  firstFarms: 40,
  maxOffset: 10_000_000,
  requestsPerMinute: 240,
  /** A session ends after this time without a request. */
  sessionIdleDays: 30,
  /** A session ends this long after the sign-in. */
  sessionDays: 90,
  linkHours: 24,
  passkeysPerUser: 10,
  passkeyChallengeMinutes: 5,
  /** Challenges that wait for an answer; beyond it the oldest are void. */
  passkeyChallenges: 10_000,
  /** How long a sign-in at the provider of the organisation may take. */
  providerSignInMinutes: 10,
  /** Sign-ins under way at the provider; beyond it the oldest are void. */
  providerSignIns: 10_000,
  /** Longest time of one call to the provider. */
  providerMillis: 10_000,
  /** How much of an answer of the provider is read. */
  providerAnswerBytes: 256 * 1024,
  noticeCodeMinutes: 30,
  noticeCodeTries: 5,
  /** Verification codes that are sent to one user in an hour, through all channels. */
  noticeCodesPerHour: 10,
  /** Test messages that are sent to one user in an hour, through all channels. */
  noticeTestsPerHour: 20,
  noticeChannelsPerUser: 10,
  /** A channel is disabled after so many failures in a row. */
  noticeFailures: 10,
  noticeDays: 90,
  /** Acknowledgements by link that are accepted from an address in a minute. */
  acknowledgementsPerMinute: 60,
  signInsPerMinuteOfAddress: 10,
  signInsPerMinuteOfUser: 5,
  maxRequestsPerMinute: 100_000,
  bodyBytes: 1024 * 1024,
  ingestBodyBytes: 2 * 1024 * 1024,
  /** A body up to this size is read to its end although its request was refused. */
  discardedBodyBytes: 1024 * 1024,
  stringLength: 10_000,
  arrayItems: 200,
  objectKeys: 1000,
  jsonDepth: 10,
  jsonFieldBytes: 16 * 1024,
  queryBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  requestMillis: 30_000,
  statementMillis: 5_000,
  questionLength: 500,
  /** How long a conversation is kept after its last question, and how many of a key. */
  conversationHours: 24,
  conversationsPerKey: 100,
  /** How long a yes runs what the last answer of a conversation proposed. */
  proposalMinutes: 30,
  /** Below this the engine's answer is not taken for certain, and a model may be asked. */
  modelConfidence: 0.87,
  modelRounds: 6,
  modelMillis: 20_000,
  modelCallsPerRound: 8,
  modelCallsUnderWay: 16,
  modelFailures: 3,
  modelPauseMillis: 60_000,
  /** How often a day a key may have a model asked; `FARMCTL_MODEL_DAILY` sets another. */
  modelQuestionsPerDay: 200,
  modelRecords: 20,
  modelReplyBytes: 256 * 1024,
  modelToolBytes: 12 * 1024,
  modelAnswerLength: 2000,
  modelFacts: 60,
  requestIdLength: 200,
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  visionEventsPerCall: 200,
  visionCallsPerMinute: 3000,
  visionDaysBack: 30,
  /** After so many failures in a row an integration counts as failing. */
  integrationFailures: 5,
  /** Barns of a farm that one test of an automation replays. */
  testedBarns: 50,
  integrationPollMinutes: 15,
  integrationPollMillis: 15_000,
  integrationPollBytes: 1024 * 1024,
  integrationsAtOnce: 16,
  /** Readings that one poll or one batch of messages stores; more wait for the next. */
  integrationReadings: 200,
  /** Messages of all brokers that wait in memory; beyond it the oldest are dropped and counted. */
  integrationMessages: 5000,
  integrationMessageBytes: 64 * 1024,
  /** Size of all of them. */
  integrationQueueBytes: 16 * 1024 * 1024,
  webhookFailures: 20,
  webhooksPerOrganisation: 100,
  deliveriesInFlight: 32,
  deliveriesInFlightPerWebhook: 4,
  deliveriesHeld: 10_000,
  deliveryHeldDays: 7,
  deliveryLogDays: 30,
  deliveriesReplayed: 10_000,
  /** How long an event is kept, and a stream can go on behind it. */
  eventDays: 30,
  eventStreams: 2000,
  eventStreamsPerKey: 10,
  /** The most that waits in memory for one slow reader of a stream. */
  eventStreamBytes: 256 * 1024,
  eventStreamHeartbeatMillis: 15_000,
  eventStreamRetryMillis: 2000,
  /** How long an approved command may take to reach its controller, and an accepted one to be reported. */
  commandMinutes: 30,
  commandsInFlight: 32,
  auditFlushMillis: 50,
  auditEntriesWaiting: 10_000,
  auditEntriesPerCommit: 250,
  auditPageSize: 200,
  drainMillis: 25_000,
  /** Requests under way that may have a body, and reads, which have none. */
  requestsUnderWay: 250,
  readsUnderWay: 600,
  requestsUnderWayPerKey: 200,
  /** How long the requests of one turn of the event loop may take before others wait for theirs. */
  eventLoopTurnMillis: 100,
  /** Requests that wait for their turn, and how long each may. */
  requestsWaiting: 1000,
  requestsWaitingPerKey: 800,
  requestWaitMillis: 3000,
  /** Answers about farms as a whole that are computed at the same time. */
  farmAnswersAtOnce: 4,
  /** How long such an answer may wait for its turn. */
  farmAnswerWaitMillis: 30_000,
  /** Connections that wait to be accepted; the system may allow fewer. */
  connectionsWaiting: 2048,
  writesWaiting: 1000,
  /** Operations of one batch, which hold the one writer, or their rows, until all are done. */
  batchOperations: 50,
  /** Farms that one call looks through; more take a call each. */
  brainScanFarms: 100,
  /** How far back a weekly summary can be asked for. */
  summaryWeeks: 12,
  /** Days that one answer of the risk ledger covers, and those it covers where nothing is said. */
  riskLedgerDays: 92,
  riskLedgerUsualDays: 30,
  /** Days that a chart of a flock and one of the climate of a barn cover at most. */
  chartDays: 800,
  chartClimateDays: 62,
  chartClimateUsualDays: 7,
  /** Points of a chart where nothing is said, and the fewest and the most that can be asked for. */
  chartUsualPoints: 400,
  chartFewestPoints: 10,
  chartMostPoints: 1000,
  caseFileRows: 50_000,
  /** Rows that `verify` of a case file names. */
  caseFileDifferences: 200,
  /** How long a controller command waits for approval. */
  commandPendingMinutes: 30,
  expirySweepMillis: 60_000,
  expiredRowsPerPage: 200,
  /** Rows that an export reads at once; more never stand in memory. */
  exportPageRows: 500,
  /** Text of records that an export renders at once. */
  exportBatchChars: 262_144,
  /** Rows of an export as a workbook: as many as one import takes. */
  exportSheetRows: 50_000,
  /** Unpacked size of the sheet of a workbook; its archive could not hold 4 GiB. */
  exportSheetBytes: 2 * 1024 ** 3,
  importBodyBytes: 20 * 1024 * 1024,
  /** What a workbook may be once it is unpacked. */
  importSheetBytes: 64 * 1024 * 1024,
  importRows: 50_000,
  importColumns: 200,
  /** Rows times columns of an import; a sheet counts up to its last row and column in use. */
  importCells: 2_000_000,
  /** Characters of all cells of an import: a workbook can repeat a long text in many cells. */
  importTextLength: 32 * 1024 * 1024,
  importHeadingLength: 200,
  importSheets: 255,
  /** Nesting above which a JSON text is rejected before parsing; `jsonDepth` is the limit of parsed values. */
  parsedJsonDepth: 100,
  /** Import files read at the same time, each in a process of its own, and what each may use. */
  importsRead: 2,
  importMegabytes: 512,
  importCpuMillis: 20_000,
  importMillis: 3 * 60_000,
  /** Text files up to this size are read without starting a process. */
  importInlineBytes: 64 * 1024,
  /** Rows that are written in one transaction; between two of them others get their turn. */
  importRowsPerCommit: 100,
  importsUnderWay: 4,
  importsUnderWayPerKey: 2,
  exportsUnderWay: 16,
  exportsUnderWayPerKey: 4,
  /** Findings about rows that an answer lists; the others are counted. */
  importIssues: 1000,
  /** How long a computation over many rows or farms runs before other work gets its turn. */
  sliceMillis: 20,
  busyMillis: 2000,
  /**
   * How long a query waits for a connection to the database while no work before it gets done, and at
   * most.
   */
  connectionMillis: 2500,
  longestConnectionMillis: 10_000,
  /** How long a transaction waits for a name that others hold for moments each; ends before a statement does. */
  turnMillis: 4500,
  /** Of the files of media rows, by the kind of what is in them. */
  imageBytes: 20 * 1024 * 1024,
  documentBytes: 25 * 1024 * 1024,
  audioBytes: 50 * 1024 * 1024,
  videoBytes: 200 * 1024 * 1024,
  /** Of all files of an organisation together. */
  mediaBytesPerOrganisation: 20 * 1024 * 1024 * 1024,
  /** Files are kept in pieces of this size: what an upload or a download has in memory. */
  mediaChunkBytes: 256 * 1024,
  uploadsUnderWay: 8,
  uploadsUnderWayPerKey: 4,
  /** How long an upload may take, and how long nothing of it may come. */
  uploadMillis: 30 * 60_000,
  uploadSilenceMillis: 30_000,
  /** A file that was replaced or deleted can be read to its end by who reads it already. */
  droppedContentMillis: 3_600_000,
  /** Larger pictures are kept, but nothing is made of them. */
  imagePixels: 100_000_000,
  thumbnailPixels: 320,
  imagesInWork: 2,
  imageWorkMillis: 15_000,
  /** The longer side of a picture as a model is shown it. */
  analysisPixels: 1024,
  analysisSummaryLength: 1000,
  /** How often and how far back images are looked for that nobody has analysed yet. */
  analysisTries: 3,
  analysisHoursBack: 24,
  analysesPerRound: 20,
} as const;
