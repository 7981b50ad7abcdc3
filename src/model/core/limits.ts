/** All limits of the service. */
export const limits = {
  pageSize: 50,
  maxPageSize: 200,
  maxPageSizeOfMeasurements: 2000,
  /** Farms listed in the response about the caller. */
  maxFarmsOfCaller: 10_000,
  /** Farms whose names the console loads at startup. */
  firstFarms: 40,
  maxOffset: 10_000_000,
  requestsPerMinute: 240,
  /** Idle timeout of a session. */
  sessionIdleDays: 30,
  /** Maximum lifetime of a session. */
  sessionDays: 90,
  linkHours: 24,
  passkeysPerUser: 10,
  passkeyChallengeMinutes: 5,
  /** Pending challenges; beyond this number the oldest are discarded. */
  passkeyChallenges: 10_000,
  /** Maximum duration of a sign-in at the organisation's provider. */
  providerSignInMinutes: 10,
  /** Pending provider sign-ins; beyond this number the oldest are discarded. */
  providerSignIns: 10_000,
  /** Timeout of a call to the provider. */
  providerMillis: 10_000,
  /** Maximum number of bytes read of a provider's response. */
  providerAnswerBytes: 256 * 1024,
  noticeCodeMinutes: 30,
  noticeCodeTries: 5,
  /** Maximum verification codes sent to a user per hour, across all channels. */
  noticeCodesPerHour: 10,
  /** Maximum test messages sent to a user per hour, across all channels. */
  noticeTestsPerHour: 20,
  noticeChannelsPerUser: 10,
  /** Consecutive failures after which a channel is disabled. */
  noticeFailures: 10,
  noticeDays: 90,
  /** Maximum acknowledgements by link per address and minute. */
  acknowledgementsPerMinute: 60,
  signInsPerMinuteOfAddress: 10,
  signInsPerMinuteOfUser: 5,
  maxRequestsPerMinute: 100_000,
  bodyBytes: 1024 * 1024,
  ingestBodyBytes: 2 * 1024 * 1024,
  /** Bodies of rejected requests are read to the end up to this size. */
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
  /** How long a conversation is kept after its last question, and the maximum number per key. */
  conversationHours: 24,
  conversationsPerKey: 100,
  /** How long the proposal of a conversation's last answer can be confirmed. */
  proposalMinutes: 30,
  /** Answers of the engine below this confidence are uncertain; a model may be asked. */
  modelConfidence: 0.87,
  modelRounds: 6,
  modelMillis: 20_000,
  modelCallsPerRound: 8,
  modelCallsUnderWay: 16,
  modelFailures: 3,
  modelPauseMillis: 60_000,
  /** Daily model questions per key; `FARMCTL_MODEL_DAILY` overrides it. */
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
  /** Consecutive failures after which an integration counts as failing. */
  integrationFailures: 5,
  /** Barns of a farm that an automation test replays. */
  testedBarns: 50,
  integrationPollMinutes: 15,
  integrationPollMillis: 15_000,
  integrationPollBytes: 1024 * 1024,
  integrationsAtOnce: 16,
  /** Readings stored per poll or message batch; the rest wait for the next one. */
  integrationReadings: 200,
  /**
   * Messages of all brokers queued in memory; beyond this number the oldest are dropped and
   * counted.
   */
  integrationMessages: 5000,
  integrationMessageBytes: 64 * 1024,
  /** Total size of the queued messages. */
  integrationQueueBytes: 16 * 1024 * 1024,
  webhookFailures: 20,
  webhooksPerOrganisation: 100,
  deliveriesInFlight: 32,
  deliveriesInFlightPerWebhook: 4,
  deliveriesHeld: 10_000,
  deliveryHeldDays: 7,
  deliveryLogDays: 30,
  deliveriesReplayed: 10_000,
  /** How long events are kept, and how far back a stream can resume. */
  eventDays: 30,
  eventStreams: 2000,
  eventStreamsPerKey: 10,
  /** Maximum buffer for one slow stream reader. */
  eventStreamBytes: 256 * 1024,
  eventStreamHeartbeatMillis: 15_000,
  eventStreamRetryMillis: 2000,
  /**
   * How long an approved command may take to reach its controller, and an accepted one to be
   * reported.
   */
  commandMinutes: 30,
  commandsInFlight: 32,
  auditFlushMillis: 50,
  auditEntriesWaiting: 10_000,
  auditEntriesPerCommit: 250,
  auditPageSize: 200,
  drainMillis: 25_000,
  /** Concurrent requests that may have a body, and concurrent reads, which have none. */
  requestsUnderWay: 250,
  readsUnderWay: 600,
  requestsUnderWayPerKey: 200,
  /** Duration of the requests in one event-loop turn after which other requests are queued. */
  eventLoopTurnMillis: 100,
  /** Maximum number of queued requests, and how long each may wait. */
  requestsWaiting: 1000,
  requestsWaitingPerKey: 800,
  requestWaitMillis: 3000,
  /** Concurrent computations of responses about whole farms. */
  farmAnswersAtOnce: 4,
  /** How long such a response may wait for its turn. */
  farmAnswerWaitMillis: 30_000,
  /** Backlog of connections to accept; the operating system may allow fewer. */
  connectionsWaiting: 2048,
  writesWaiting: 1000,
  /** Operations per batch; a batch locks the writer, or its rows, until it is done. */
  batchOperations: 50,
  /** Farms per scan call; scanning more takes several calls. */
  brainScanFarms: 100,
  /** How many weeks back a weekly summary is available. */
  summaryWeeks: 12,
  /** Maximum and default number of days in a response of the risk ledger. */
  riskLedgerDays: 92,
  riskLedgerUsualDays: 30,
  /** Maximum days in a flock chart and in a barn climate chart. */
  chartDays: 800,
  chartClimateDays: 62,
  chartClimateUsualDays: 7,
  /** Default, minimum and maximum number of points in a chart. */
  chartUsualPoints: 400,
  chartFewestPoints: 10,
  chartMostPoints: 1000,
  caseFileRows: 50_000,
  /** Differing rows listed by `verify` of a case file. */
  caseFileDifferences: 200,
  /** How long a controller command waits for approval. */
  commandPendingMinutes: 30,
  expirySweepMillis: 60_000,
  expiredRowsPerPage: 200,
  /** Rows that an export reads at once; no more are held in memory. */
  exportPageRows: 500,
  /** Characters of record text that an export renders at once. */
  exportBatchChars: 262_144,
  /** Rows of a workbook export: as many as one import accepts. */
  exportSheetRows: 50_000,
  /** Uncompressed size of a workbook's sheet; its archive is limited to 4 GiB. */
  exportSheetBytes: 2 * 1024 ** 3,
  importBodyBytes: 20 * 1024 * 1024,
  /** Maximum uncompressed size of an imported workbook's sheet. */
  importSheetBytes: 64 * 1024 * 1024,
  importRows: 50_000,
  importColumns: 200,
  /** Rows times columns of an import; a sheet counts up to its last used row and column. */
  importCells: 2_000_000,
  /** Characters in all cells of an import: a workbook can repeat a long text in many cells. */
  importTextLength: 32 * 1024 * 1024,
  importHeadingLength: 200,
  importSheets: 255,
  /**
   * Nesting depth above which a JSON text is rejected before parsing; `jsonDepth` limits parsed
   * values.
   */
  parsedJsonDepth: 100,
  /** Import files parsed concurrently, each in its own process, and the limits of each process. */
  importsRead: 2,
  importMegabytes: 512,
  importCpuMillis: 20_000,
  importMillis: 3 * 60_000,
  /** Text files up to this size are parsed without starting a process. */
  importInlineBytes: 64 * 1024,
  /** Rows written per transaction; other writers get a turn between transactions. */
  importRowsPerCommit: 100,
  importsUnderWay: 4,
  importsUnderWayPerKey: 2,
  exportsUnderWay: 16,
  exportsUnderWayPerKey: 4,
  /** Issues listed in a response; further issues are only counted. */
  importIssues: 1000,
  /** Duration after which a computation over many rows or farms yields to other work. */
  sliceMillis: 20,
  busyMillis: 2000,
  /**
   * How long a query waits for a database connection while no earlier work completes, and at most.
   */
  connectionMillis: 2500,
  longestConnectionMillis: 10_000,
  /**
   * How long a transaction waits for a briefly held named lock; shorter than the statement timeout.
   */
  turnMillis: 4500,
  /** Maximum sizes of media files, by kind. */
  imageBytes: 20 * 1024 * 1024,
  documentBytes: 25 * 1024 * 1024,
  audioBytes: 50 * 1024 * 1024,
  videoBytes: 200 * 1024 * 1024,
  /** Total size of an organisation's files. */
  mediaBytesPerOrganisation: 20 * 1024 * 1024 * 1024,
  /** Files are stored in chunks of this size: the memory used by an upload or download. */
  mediaChunkBytes: 256 * 1024,
  uploadsUnderWay: 8,
  uploadsUnderWayPerKey: 4,
  /** Maximum duration of an upload, and of a pause in it. */
  uploadMillis: 30 * 60_000,
  uploadSilenceMillis: 30_000,
  /** How long replaced or deleted files remain for downloads in progress. */
  droppedContentMillis: 3_600_000,
  /** Larger pictures are stored but not processed. */
  imagePixels: 100_000_000,
  thumbnailPixels: 320,
  imagesInWork: 2,
  imageWorkMillis: 15_000,
  /** The longer side of a picture sent to a model. */
  analysisPixels: 1024,
  analysisSummaryLength: 1000,
  /** Attempts to analyse an image, and how far back unanalysed images are looked for. */
  analysisTries: 3,
  analysisHoursBack: 24,
  analysesPerRound: 20,
} as const;
