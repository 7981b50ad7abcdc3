import type { Language } from '../../model/core/message.ts';
import { type PackedWeights, readWeights } from './linear-model.ts';
import type { FeatureVector } from './question-features.ts';
import { mannerOf, subjectOf } from './reading-name.ts';

/** A kind of question that the classifier knows. */
export interface QuestionKind {
  /** The name of its reading (`reading-name.ts`). */
  readonly name: string;
  /** Questions of this kind that are read as such, with placeholders for names and days. */
  readonly templates: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** The meanings of words in the known questions of this kind. */
  readonly meanings: ReadonlySet<string>;
}

/** The most probable kind of a question. */
export interface ClassifiedQuestion {
  readonly kind: QuestionKind;
  readonly probability: number;
}

/** A classifier of questions, trained on the questions of the tests. */
export interface Classifier {
  /** Undefined for a question that none of the kinds answers. */
  readonly classify: (features: FeatureVector) => ClassifiedQuestion | undefined;
  /** Whether a feature occurs in the known questions. */
  readonly knows: (feature: number) => boolean;
}

/** A model of some property of questions. */
interface ModelFile {
  readonly classes: readonly string[];
  readonly weights: PackedWeights;
}

/** The file of a classifier. */
export interface ClassifierFile {
  readonly kinds: readonly {
    readonly name: string;
    readonly templates: Readonly<Partial<Record<Language, readonly string[]>>>;
    /** Separated by blanks. */
    readonly meanings: string;
  }[];
  /**
   * The kind, and its subject and manner alone: these have more known questions than a single kind.
   */
  readonly models: Readonly<Record<'kind' | 'subject' | 'manner', ModelFile>>;
}

/** The name for questions that none of the kinds answers. */
export const NO_KIND = 'none';

/** The class of a kind in each model. */
export const classIn = { kind: (name: string) => name, subject: subjectOf, manner: mannerOf };

/** Reads a classifier from its file. */
export function readClassifier({ kinds: rows, models }: ClassifierFile): Classifier {
  const kinds = rows.map(
    ({ meanings, ...kind }): QuestionKind => ({ ...kind, meanings: new Set(meanings.split(' ')) }),
  );
  const readers = (['kind', 'subject', 'manner'] as const).map((property) => {
    const { classes, weights } = models[property];
    const model = readWeights(weights, classes.length);
    const classOf = kinds.map(({ name }) => classes.indexOf(classIn[property](name)));
    return { model, classOf };
  });
  return {
    knows: (feature) => readers.some(({ model }) => model.knows(feature)),
    classify: (features) => {
      const scores = new Float64Array(kinds.length).fill(1);
      for (const { model, classOf } of readers) {
        const probabilities = model.probabilities(features);
        for (const [index, one] of classOf.entries())
          scores[index] = (scores[index] ?? 0) * (probabilities[one] ?? 0);
      }
      const sum = scores.reduce((total, one) => total + one, 0);
      const best = scores.reduce((most, one) => Math.max(most, one), 0);
      const kind = kinds[scores.indexOf(best)];
      return kind === undefined || kind.name === NO_KIND
        ? undefined
        : { kind, probability: best / sum };
    },
  };
}

let loaded: Promise<Classifier> | undefined;

/** The classifier of the service, read once. */
export function loadClassifier(): Promise<Classifier> {
  loaded ??= import('../lexicons/classifier.json', { with: { type: 'json' } }).then((file) =>
    readClassifier(file.default as unknown as ClassifierFile),
  );
  return loaded;
}
