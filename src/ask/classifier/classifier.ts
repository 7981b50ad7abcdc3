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
  readonly kinds: readonly QuestionKind[];
  readonly findKind: (name: string) => QuestionKind | undefined;
  /** Whether turns of that name are known after questions about that subject. */
  readonly isPair: (subject: string, name: string) => boolean;
  /** The most probable kind of turn; undefined for one that must not be answered. */
  readonly classifyTurn: (
    features: FeatureVector,
  ) => { readonly name: string; readonly probability: number } | undefined;
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
  readonly questions: PropertyModels;
  /** Turns of conversations, by their names (`turnName`). */
  readonly turns: PropertyModels;
  /** For each subject the names of the turns after it. */
  readonly turnsAfter: Readonly<Record<string, readonly string[]>>;
}

/**
 * Models of the name of a question, and of its subject and manner alone: these have more known
 * questions than a single name.
 */
export type PropertyModels = Readonly<Record<'name' | 'subject' | 'manner', ModelFile>>;

/** The name for questions that none of the kinds answers. */
export const NO_KIND = 'none';

/** The class of a name in each model. */
export const classIn = { name: (name: string) => name, subject: subjectOf, manner: mannerOf };

/** Reads a classifier from its file. */
export function readClassifier(file: ClassifierFile): Classifier {
  const { kinds: rows, questions, turns, turnsAfter } = file;
  const kinds = rows.map(
    ({ meanings, ...kind }): QuestionKind => ({ ...kind, meanings: new Set(meanings.split(' ')) }),
  );
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const [ofQuestion, ofTurn] = [readModels(questions), readModels(turns)];
  return {
    kinds,
    findKind: (name) => byName.get(name),
    knows: ofQuestion.knows,
    isPair: (subject, name) => turnsAfter[subject]?.includes(name) === true,
    classify: (features) => {
      const { name, probability } = ofQuestion.classify(features);
      const kind = byName.get(name);
      return kind === undefined || name === NO_KIND ? undefined : { kind, probability };
    },
    classifyTurn: (features) => {
      const found = ofTurn.classify(features);
      return found.name === NO_KIND ? undefined : found;
    },
  };
}

/** The name with the largest product of its probabilities in the models. */
function readModels(models: PropertyModels) {
  const names = models.name.classes;
  const readers = (['name', 'subject', 'manner'] as const).map((property) => {
    const { classes, weights } = models[property];
    const model = readWeights(weights, classes.length);
    return { model, classOf: names.map((name) => classes.indexOf(classIn[property](name))) };
  });
  return {
    knows: (feature: number) => readers.some(({ model }) => model.knows(feature)),
    classify: (features: FeatureVector) => {
      const scores = new Float64Array(names.length).fill(1);
      for (const { model, classOf } of readers) {
        const probabilities = model.probabilities(features);
        for (const [index, one] of classOf.entries())
          scores[index] = (scores[index] ?? 0) * (probabilities[one] ?? 0);
      }
      const sum = scores.reduce((total, one) => total + one, 0);
      const best = scores.reduce((most, one) => Math.max(most, one), 0);
      return { name: names[scores.indexOf(best)] ?? NO_KIND, probability: best / sum };
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
