import { expect, test } from 'vitest';
import { containsMask, maskAddress } from '../../src/model/core/secrets.ts';

test.each([
  ['https://host/path', 'https://host/path'],
  [
    'rtsp://10.0.0.7/cam/realmonitor?channel=1&subtype=0',
    'rtsp://10.0.0.7/cam/realmonitor?channel=1&subtype=0',
  ],
  ['https://host/a#part', 'https://host/a#part'],
  ['rtsp://admin:hush@host/live', 'rtsp://***:***@host/live'],
  ['https://host/?token=hush', 'https://host/?token=***'],
  ['https://host/?a=1&api_key=hush&b=2', 'https://host/?a=1&api_key=***&b=2'],
  ['https://host/?API-Key=hush', 'https://host/?API-Key=***'],
  ['https://host/?%74oken=hush', 'https://host/?%74oken=***'],
  ['https://host/?access%5Ftoken=hush', 'https://host/?access%5Ftoken=***'],
  ['https://host/?auth[token]=hush', 'https://host/?auth[token]=***'],
  [
    'http://cam/api.cgi?cmd=Snap&user=admin&password=hush',
    'http://cam/api.cgi?cmd=Snap&user=***&password=***',
  ],
  ['https://host/?a=1;token=hush', 'https://host/?a=1;token=***'],
  ['https://host/?a=1?token=hush', 'https://host/?a=1?token=***'],
  ['https://host/?token=hu?sh', 'https://host/?token=***?***'],
  ['https://host/#access_token=hush', 'https://host/#access_token=***'],
  ['https://host/?x=sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'https://host/?x=***'],
  ['https://host/?5f4dcc3b5aa765d61d8327deb882cf99', 'https://host/?***'],
  ['https://host/?u2=https%3A%2F%2Fme%3Ahush%40there', 'https://host/?u2=***'],
  ['https://host/?next=%252F%253Ftoken%253Dhush', 'https://host/?next=***'],
  ['https://me:hush@host/?sig=hush', 'https://***:***@host/?sig=***'],
  ['https://host/?token%3Dhush', 'https://host/?***'],
  ['https://host/%3Ftoken=hush', 'https://host/%3Ftoken=***'],
  ['https://host/live;token=hush?x=1', 'https://host/live;token=***?x=1'],
  ['https://host/live;jsessionid=hush/a', 'https://host/live;jsessionid=***/a'],
  [
    'rtsp://cam/user=admin_password=hu_sh_channel=1_stream=0.sdp?real_stream',
    'rtsp://cam/user=***_password=***_channel=1_stream=0.sdp?real_stream',
  ],
  [
    'https://hooks.slack.com/services/T0AB12CDE/B0AB12CDE/XXXXhushXXXX',
    'https://hooks.slack.com/services/***/***/***',
  ],
  ['https://host/0b9c0d6a-58a6-4a0e-9d0e-0c8a3a1f2b3c/stream', 'https://host/***/stream'],
  ['https://host/hooks/a1b2c3d4', 'https://host/hooks/***'],
  ['https://host/hooks/a1b2c3d4/farm', 'https://host/hooks/***/farm'],
  ['https://host/hooks/farm', 'https://host/hooks/farm'],
  ['https://host/in/5f4dcc3b5aa765d61d8327deb882cf99', 'https://host/in/***'],
  [
    'https://host/api/webhooks/0b9c0d6a-58a6-4a0e-9d0e-0c8a3a1f2b3c/in',
    'https://host/api/webhooks/***/in',
  ],
  ['rtsp://10.0.0.7/Streaming/Channels/101', 'rtsp://10.0.0.7/Streaming/Channels/101'],
  ['https://host/?st=hush', 'https://host/?st=***'],
  ['https://host/?hunter2', 'https://host/?***'],
  ['https://host/?wsdl', 'https://host/?wsdl'],
  ['rtsp://cam/channel=1_stream=0.sdp', 'rtsp://cam/channel=1_stream=0.sdp'],
  [
    'http://cam/video.cgi?loginuse=admin&loginpas=hush',
    'http://cam/video.cgi?loginuse=admin&loginpas=***',
  ],
  ['https://host/?user=a&psw=hush', 'https://host/?user=***&psw=***'],
  ['https://host/?appid=hush&lat=32', 'https://host/?appid=***&lat=32'],
  ['https://host/?subscription-key=hush', 'https://host/?subscription-key=***'],
  ['https://host/?otp=hush&cred=hush', 'https://host/?otp=***&cred=***'],
])('%s is masked as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
  expect(maskAddress(masked)).toBe(masked);
  expect(containsMask(masked)).toBe(masked !== address);
  expect(containsMask(address)).toBe(false);
});
