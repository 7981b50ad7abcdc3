import { formatInstant } from '../../../tools/calendar.ts';
import { detectLanguage } from '../../../tools/detect-language.ts';
import { extractFigures } from '../extract-figures.ts';
import { isQuestion } from '../is-question.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus } from '../row-change.ts';

type Filled = Readonly<Record<string, unknown>>;

const UNANSWERED = ['new', 'in_review'];

/** What the text of a report tells by itself, and when a question was answered. */
export const fieldReportRules: ResourceRules = {
  fill(change, context) {
    const read = readText(change);
    const withText = { ...change, after: { ...change.after, ...read } };
    const status = statusAfterReply(withText);
    const answered = { ...withText, after: { ...withText.after, status } };
    return { ...read, status, ...fillAnswer(answered, context) };
  },
};

/** What the words of the worker tell by themselves. */
function readText(change: RuleChange): Filled {
  const { rawText, lang, isQuestion: asks } = change.after;
  const words = String(rawText);
  const extracted = hasChanged(change, ['rawText']) ? { extracted: extractFigures(words) } : {};
  if (change.before) return extracted;
  return {
    ...extracted,
    lang: lang ?? detectLanguage(words) ?? null,
    isQuestion: asks ?? isQuestion(words),
  };
}

/** The status; a question that gets its reply is answered, unless the change moves it itself. */
function statusAfterReply(change: RuleChange): unknown {
  const { before, after } = change;
  const isMoved = before !== undefined && hasChanged(change, ['status']);
  const isWaiting = UNANSWERED.includes(String(after['status']));
  return isWaiting && !isMoved && isReplyToQuestion(change) ? 'answered' : after['status'];
}

function isReplyToQuestion(change: RuleChange): boolean {
  const { isQuestion: asks, replyText } = change.after;
  return asks === true && typeof replyText === 'string' && hasChanged(change, ['replyText']);
}

/** When and by whom it was answered; forgotten when the report is taken up again. */
function fillAnswer(change: RuleChange, { now, actor }: RuleContext): Filled {
  const isReopened =
    leavesStatus(change, ['answered']) && UNANSWERED.includes(String(change.after['status']));
  if (isReopened) return { answeredAt: null, answeredBy: null };
  const isAnswered = entersStatus(change, ['answered']) || isReplyToQuestion(change);
  if (!isAnswered || change.after['answeredAt'] !== null) return {};
  return { answeredAt: formatInstant(now), answeredBy: actor.name };
}
