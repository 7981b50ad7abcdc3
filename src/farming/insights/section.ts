import type { InsightSection } from '../../model/insight-sections.ts';
import type { Message } from '../../model/message.ts';
import type { FarmSnapshot, SnapshotPart } from '../snapshot/farm-snapshot.ts';

/** Whether there were data for all of an answer, some of it, or none. */
export type DataStatus = 'ok' | 'partial' | 'not_enough_data';

/** The call that puts something right, as it can be sent; null in a body is for the caller to fill in. */
export interface Fix {
  readonly method: 'POST' | 'PATCH';
  /** Behind `/v1/platform`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The type of the action that does the same. */
  readonly action?: string;
}

/** Something without which a figure cannot be computed. */
export interface MissingData {
  /** Such as `no_weight`. */
  readonly code: string;
  readonly message: Message;
  readonly resource?: string;
  readonly field?: string;
  readonly flockId?: string;
  readonly barnId?: string;
  /** How many values are needed, and how many there are. */
  readonly need?: number;
  readonly have?: number;
  readonly fix?: Fix;
}

/** What every section answers with, beside its own figures. */
export interface SectionFrame {
  readonly status: DataStatus;
  /** A day or a time stamp. */
  readonly asOf: string;
  readonly missing: readonly MissingData[];
}

/** A section as it is declared: what it reads, which other sections it draws on, and its figures. */
export interface SectionDefinition<
  P extends SnapshotPart = SnapshotPart,
  U extends InsightSection = InsightSection,
> {
  readonly parts: readonly P[];
  /** Sections whose results it uses; one that failed is absent from `others`. */
  readonly uses: readonly U[];
  readonly compute: (snapshot: FarmSnapshot<P>, others: OtherSections) => SectionFrame;
}

/** The results of the sections that were named in `uses` and did not fail. */
export type OtherSections = { readonly [S in InsightSection]?: SectionFrame };
