import { describe, expect, test } from 'vitest';
import { modelTarget } from '../../../src/platform/outbound/model-gateway.ts';

describe('the URL of model calls', () => {
  test.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
    ['https://m.example/v1/chat/completions', 'https://m.example/v1/chat/completions'],
    [
      'https://m.example/openai/x?api-version=2',
      'https://m.example/openai/x/chat/completions?api-version=2',
    ],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
    ['http://[::1]:11434/v1', 'http://[::1]:11434/v1/chat/completions'],
    ['https://10.0.0.8:8443/v1', 'https://10.0.0.8:8443/v1/chat/completions'],
  ])('%s', (url, called) => {
    expect(modelTarget({ url }).url).toBe(called);
  });
});

test('the policy allows its host and port and nothing else', () => {
  expect(modelTarget({ url: 'https://m.example/v1' }).policy).toEqual({
    allowedHosts: ['m.example:443'],
    allowLoopback: false,
  });
});

test('without TLS only this machine, or a host allowed by the operator, is accepted', () => {
  const url = 'http://ollama.lan:11434/v1';
  expect(() => modelTarget({ url })).toThrow('FARMCTL_MODEL_URL');
  expect(modelTarget({ url, allowedHosts: ['ollama.lan'] }).host).toBe('ollama.lan:11434');
});

test.each(['nonsense', 'ftp://m.example/v1', 'https://user:secret@m.example/v1'])(
  '%s is rejected, and not repeated in the error',
  (url) => {
    const text = () => modelTarget({ url });
    expect(text).toThrow('FARMCTL_MODEL_URL');
    expect(text).not.toThrow('secret');
  },
);
