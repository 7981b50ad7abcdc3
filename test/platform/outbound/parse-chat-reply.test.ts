import { describe, expect, test } from 'vitest';
import { parseChatReply } from '../../../src/platform/outbound/chat-model.ts';

function replyWith(message: unknown, more: object = {}): string {
  return JSON.stringify({ choices: [{ message }], ...more });
}

test('a text with its token count', () => {
  const usage = { prompt_tokens: 812, completion_tokens: 40, total_tokens: 852 };
  expect(parseChatReply(replyWith({ role: 'assistant', content: 'Hi' }, { usage }))).toEqual({
    text: 'Hi',
    calls: [],
    tokensIn: 812,
    tokensOut: 40,
  });
});

test('a tool call is parsed', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
  expect(parseChatReply(replyWith({ content: null, tool_calls: [call] })).calls).toEqual([
    { id: 'call_1', name: 'f', arguments: { a: 1 } },
  ]);
});

describe('variants of servers', () => {
  test.each([
    ['arguments as an object', { arguments: { a: 1 } }, { a: 1 }],
    ['no arguments', {}, {}],
    ['empty arguments', { arguments: '' }, {}],
    ['null', { arguments: null }, {}],
    ['incomplete JSON', { arguments: '{"a":' }, undefined],
    ['a list', { arguments: '[1]' }, undefined],
    ['a number', { arguments: 7 }, undefined],
  ])('%s', (_name, called, expected) => {
    const call = { function: { name: 'f', ...called } };
    const [read] = parseChatReply(replyWith({ tool_calls: [call] })).calls;
    expect(read).toEqual({ id: '', name: 'f', arguments: expected });
  });

  test('the text in parts, without token counts', () => {
    const content = [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, 7];
    expect(parseChatReply(replyWith({ content }))).toEqual({
      text: 'ab',
      calls: [],
      tokensIn: 0,
      tokensOut: 0,
    });
  });

  test('invalid token counts count as 0', () => {
    const usage = { prompt_tokens: -5, completion_tokens: '12' };
    const { tokensIn, tokensOut } = parseChatReply(replyWith({ content: 'a' }, { usage }));
    expect([tokensIn, tokensOut]).toEqual([0, 0]);
  });
});

test.each(['', 'null', '7', '[]', '{}', '{"choices":[]}', '{"choices":[{}]}', '<html>'])(
  'a reply that is not a completion is rejected: %s',
  (body) => {
    expect(() => parseChatReply(body)).toThrow(expect.objectContaining({ failure: 'malformed' }));
  },
);
