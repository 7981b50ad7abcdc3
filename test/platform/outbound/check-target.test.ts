import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BlockedAddress,
  type BlockReason,
  checkTarget,
  strictPolicy,
} from '../../../src/platform/outbound/check-target.ts';

/** The result for an address: the reason for a rejection, or its normalised form. */
function outcomeOf(address: string, policy = strictPolicy): BlockReason | string {
  try {
    return checkTarget(address, policy).href;
  } catch (error) {
    if (error instanceof BlockedAddress) return error.reason;
    throw error;
  }
}

const publicUrl = 'https://hooks.example.com';

/** Hosts rejected because of their address, by the kind of disguise. */
const insideHosts: Readonly<Record<string, readonly string[]>> = {
  'IPv4 as it is': [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254'],
    ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '169.254.0.1', '172.16.0.1', '172.31.255.254'],
    ...['192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
    ...['192.168.255.254', '198.18.0.1', '198.19.255.254', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '254.1.2.3', '255.255.255.255'],
  ],
  'IPv4 in decimal': ['2130706433', '167772161', '3232235521', '2852039166', '0', '4294967295'],
  'IPv4 in hex': [
    ...['0x7f000001', '0x7F000001', '0x7f.0x0.0x0.0x1', '0x7f.1', '0xa9fea9fe', '0XA9FEA9FE'],
    ...['0x0a000001', '0xc0a80001', '0x00000000007f000001', '0x', '0x7f.0x.0x.1'],
  ],
  'IPv4 in octal': [
    ...['0177.0.0.1', '017700000001', '0177.0000.0000.0001', '00000177.1', '012.0.0.1'],
    ...['0251.0376.0251.0376', '0300.0250.0.1', '025177524776'],
  ],
  'IPv4 cut short': ['127.1', '127.0.1', '10.1', '10.0.1', '192.168.1', '169.254.43518', '0.1'],
  'IPv4 mixed': [
    ...['0x7f.0.0.01', '127.0x0.00.1', '0251.254.0xa9.254', '169.0376.43518', '0xa9.254.0xa9fe'],
    ...['192.0xa8.01', '0xc0.0250.1', '10.0x1', '012.1'],
  ],
  'IPv4 with the dot of the root': ['127.0.0.1.', '10.0.0.1.', '0x7f.1.', '2130706433.'],
  'IPv4 in full-width digits and dots': [
    ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '１０。０。０。１'],
    ...['１６９．２５４．１６９．２５４', '０ｘ７ｆ．１', '２１３０７０６４３３'],
  ],
  'IPv4 in circled, raised and styled digits': [
    ...['①②⑦.⓪.⓪.①', '①⓪.⓪.⓪.①', '①⑥⑨.②⑤④.①⑥⑨.②⑤④', '¹²⁷.⁰.⁰.¹', '₁₂₇.₀.₀.₁'],
    ...['𝟏𝟐𝟕.𝟎.𝟎.𝟏', '𝟙𝟘.𝟘.𝟘.𝟙', '𝟶𝚡𝟽𝚏.𝟷', '①⑨②。①⑥⑧。⓪。①'],
  ],
  'IPv6 as it is': [
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
    ...['[::0001]', '[0::1]', '[fc00::1]', '[fd00::1]', '[fdff:ffff::1]', '[FD12:3456:789A::1]'],
    ...['[fe80::1]', '[febf::1]', '[fec0::1]', '[feff::1]', '[ff02::1]', '[ff0e::1]', '[100::1]'],
    ...['[100:0:0:1::1]', '[2001:db8::1]', '[2001:DB8:ffff::1]', '[3fff::1]', '[3fff:fff::1]'],
    ...['[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]', '[2001:1ff::1]'],
    ...['[5f00::1]', '[4000::1]', '[8000::1]', '[fb00::1]', '[1::1]', '[200::1]', '[400::1]'],
  ],
  'IPv4 within IPv6': [
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:10.0.0.1]', '[0:0:0:0:0:ffff:a00:1]'],
    ...[
      '[::ffff:169.254.169.254]',
      '[::ffff:a9fe:a9fe]',
      '[::ffff:8.8.8.8]',
      '[::ffff:0:127.0.0.1]',
    ],
    ...['[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]', '[::169.254.169.254]', '[::8.8.8.8]'],
    ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::a9fe:a9fe]'],
    ...['[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[64:ff9b:1::10.0.0.1]', '[64:ff9b:1:ffff::a00:1]'],
    ...['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:c0a8:1::1]', '[2002:a9fe:a9fe::]'],
    ...['[2002:808:808::1]', '[2001::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
    ...['[2001:0:7f00:1::]', '[2001:0:0:0::5efe:a00:1]'],
  ],
  'metadata of clouds': [
    ...['169.254.169.254', '169.254.170.2', '169.254.169.123', '169.254.169.253', '169.254.0.23'],
    ...['[fd00:ec2::254]', '[fd00:ec2::23]', '[fd00:ec2:0:0:0:0:0:254]', '[fd20:ce::254]'],
    ...['100.100.100.200', '100.100.100.100', '192.0.0.192', '[fd00:c1::a9fe:a9fe]'],
    ...['168.63.129.16', '0xa83f8110', '2822734096', '168.63.33040', '[fe80::a9fe:a9fe]'],
    ...['metadata.google.internal', 'METADATA.GOOGLE.INTERNAL', 'metadata.google.internal.'],
    ...['metadata', 'instance-data', 'instance-data.ec2.internal', 'metadata.azure.internal'],
    ...['ip-10-0-0-1.ec2.internal', 'rancher-metadata', 'host.docker.internal'],
    ...[
      'gateway.docker.internal',
      'kubernetes.default.svc',
      'kubernetes.default.svc.cluster.local',
    ],
  ],
  'names of this machine and the network around it': [
    ...['localhost', 'LOCALHOST', 'LocalHost', 'localhost.', 'a.localhost', 'a.b.localhost.'],
    ...['localhost.localdomain', 'localhost6', 'localhost6.localdomain6', 'ip6-localhost'],
    ...[
      'printer.local',
      'Printer.LOCAL',
      'barn.local.',
      'wiki.internal',
      'wiki.intranet',
      'nas.lan',
    ],
    ...['router.home', 'mail.corp', 'db.private', 'router.home.arpa', 'broadcasthost', 'db'],
    ...['postgres', 'redis', 'farmctl', 'com', 'com.', 'controller', 'xn--e1afmkfd'],
  ],
  'names that IDNA turns into those': [
    ...[
      'ｌｏｃａｌｈｏｓｔ',
      'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
      '𝓁𝑜𝒸𝒶𝓁𝒽𝑜𝓈𝓉',
      'ℒocalhost',
      'localhoſt',
      'ＬＯＣＡＬＨＯＳＴ',
    ],
    ...[
      'printer。local',
      'printer．ｌｏｃａｌ',
      'wiki｡internal',
      'metadata.google。internal',
      'ⓜetadata',
    ],
  ],
  'more than one dot at the end': ['localhost..', 'hooks.example.com..', 'printer.local..'],
};

const insideTable = Object.entries(insideHosts).flatMap(([group, hosts]) =>
  hosts.map((host) => [group, host] as const),
);

// A spelling that is not a URL is rejected as such.
test.each(insideTable)('%s: %s is rejected', (_, host) => {
  for (const address of [`https://${host}/`, `https://${host}:8443/hook?a=b`]) {
    expect(['address_not_public', 'invalid_url']).toContain(outcomeOf(address));
  }
});

/** Addresses rejected regardless of their target. */
const refused: readonly (readonly [reason: BlockReason, addresses: readonly string[]])[] = [
  [
    'scheme_not_allowed',
    [
      ...['http://hooks.example.com/', 'HTTP://hooks.example.com/', 'http://93.184.216.34/'],
      ...[
        'http://10.0.0.1/',
        'http://localhost/',
        'http://[::1]/',
        'http://hooks.example.com:443/',
      ],
    ],
  ],
  [
    'invalid_url',
    [
      ...['ftp://hooks.example.com/', 'file:///etc/passwd', 'gopher://hooks.example.com:70/_x'],
      ...['javascript:alert(1)', 'data:text/plain,hi', 'blob:https://hooks.example.com/1'],
      ...['ws://hooks.example.com/', 'wss://hooks.example.com/', 'ldap://hooks.example.com/'],
      ...['dict://hooks.example.com:11211/', 'jar:https://hooks.example.com!/', 'about:blank'],
      ...[
        'unix:/run/docker.sock',
        'httpss://hooks.example.com/',
        'view-source:https://example.com/',
      ],
    ],
  ],
  [
    'invalid_url',
    [
      ...[
        '',
        ' ',
        'hooks.example.com',
        '/hook',
        '//hooks.example.com/',
        'https',
        'https:',
        'https://',
      ],
      ...['https:///', 'https:hooks.example.com', 'https:/hooks.example.com/', 'https:10.0.0.1'],
      ...['https:///hooks.example.com/', 'https:////10.0.0.1/', 'https:///10.0.0.1', 'https://?a'],
      ...['https://#a', 'https://:443/', 'https://[/', 'https://]/', 'https://[]/', 'https://[::1'],
      ...['https://::1/', 'https://[127.0.0.1]/', 'https://[localhost]/', 'https://[[::1]]/'],
      ...['https://[hooks.example.com]/', 'https://[::1]x/', 'https://x[::1]/', 'https://[1.2.3]/'],
    ],
  ],
  [
    'invalid_url',
    [
      ...[
        ' https://hooks.example.com/',
        'https://hooks.example.com/ ',
        'https://hooks.example.com/a b',
      ],
      ...[
        '\thttps://10.0.0.1/',
        'https://10.0.\n0.1/',
        'https://10.0.0.1\r/',
        'ht\ntps://localhost/',
      ],
      ...[
        'https:/\t/localhost/',
        'https://local\thost/',
        'https://hooks.example.com/\r\nHost: inside',
      ],
      ...[
        'https://hooks.example.com/\u0000',
        '\u0000https://hooks.example.com/',
        'https://a\u0000b.com/',
      ],
      ...[
        'https://hooks.example.com/\u007f',
        'https://hooks.example.com/\u00a0',
        '\ufeffhttps://a.com/',
      ],
      ...[
        'https://hooks.example.com/\u2028',
        'https://hooks\u3000.example.com/',
        '\u001bhttps://a.com/',
      ],
    ],
  ],
  [
    'invalid_url',
    [
      ...['https://local\u00adhost/', 'https://local\u200bhost/', 'https://local\u200dhost/'],
      ...['https://local\u2060host/', 'https://127.0.0\u200b.1/', 'https://1\u00ad27.0.0.1/'],
      ...[
        'https://hooks.example.com\u202e/moc',
        'https://\u2066localhost\u2069/',
        'https://a\ufffe.com/',
      ],
      ...[
        'https://a℀b.com/',
        'https://hooks.example.com／.localhost/',
        'https://hooks.example.com？.a.com/',
      ],
      ...[
        'https://hooks.example.com＃.a.com/',
        'https://a＠b.com/',
        'https://a．com：443/',
        'https://xn--a.com/',
      ],
      ...[
        'https://xn--/',
        'https://a!b.example.com/',
        'https://a\u0338=.com\u2260/',
        'https://a≮b.com/x\u200b',
      ],
    ],
  ],
  [
    'invalid_url',
    [
      ...['https:\\\\10.0.0.1\\', 'https://hooks.example.com\\@10.0.0.1/', 'https:\\/localhost/'],
      ...['https:/\\localhost/', 'https://10.0.0.1\\.hooks.example.com/', '\\\\10.0.0.1\\share'],
      ...['https://hooks.example.com\\.localhost/', 'https://hooks.example.com/a\\b'],
    ],
  ],
  [
    'invalid_url',
    [
      ...['https://%31%30.0.0.1/', 'https://127.0.0.%31/', 'https://%6c%6f%63%61%6c%68%6f%73%74/'],
      ...['https://127%2e0%2e0%2e1/', 'https://hooks%2eexample.com/', 'https://%5B::1%5D/'],
      ...[
        'https://%ef%bc%91%ef%bc%90.0.0.1/',
        'https://10.0.0.1%00.example.com/',
        'https://a%40b.com/',
      ],
      ...[
        'https://hooks.example.com%2f@10.0.0.1/x'.replace('@', ''),
        'https://localhost%23.example.com/',
      ],
      ...[
        'https://[fe80::1%25eth0]/',
        'https://[fe80::1%eth0]/',
        'https://[::1%251]/',
        'https://[::1%lo]/',
      ],
      ...[
        'https://%E2%91%A0%E2%91%A8.0.0.1/',
        'https://%00/',
        'https://%/',
        'https://%zz.example.com/',
      ],
    ],
  ],
  [
    'user_info',
    [
      ...[
        'https://user@hooks.example.com/',
        'https://user:pw@hooks.example.com/',
        'https://:pw@a.com/',
      ],
      ...['https://hooks.example.com@10.0.0.1/', 'https://hooks.example.com:443@10.0.0.1/'],
      ...['https://10.0.0.1@hooks.example.com/', 'https://@hooks.example.com/', 'https://:@a.com/'],
      ...['https://a@b@hooks.example.com/', 'https://hooks.example.com%2f@10.0.0.1/'],
      ...['https://hooks.example.com%00@localhost/', 'https://foo@localhost@hooks.example.com/'],
    ],
  ],
  [
    'port_not_allowed',
    [
      ...[0, 1, 7, 21, 22, 23, 25, 53, 88, 111, 135, 139, 389, 445, 465, 512, 587, 623, 636, 873],
      ...[993, 1433, 1521, 1883, 2049, 2181, 2375, 2376, 2379, 3306, 3389, 4369, 5432, 5672, 5900],
      ...[
        5984, 5985, 6000, 6379, 6443, 6667, 7001, 8086, 8500, 9042, 9092, 9100, 9200, 9300, 10250,
      ],
      ...[11211, 15672, 16379, 26379, 27017, 33060, 50000],
    ].map((port) => `${publicUrl}:${port}/`),
  ],
  ['port_not_allowed', ['https://hooks.example.com:00022/']],
  [
    'invalid_url',
    [
      ...[
        '65536',
        '-1',
        '1e3',
        '0x1bb',
        '443.',
        ' 443',
        '443a',
        '99999999999',
        '443:443',
        '０443',
      ].map((port) => `${publicUrl}:${port}/`),
    ],
  ],
  ['invalid_url', [`${publicUrl}/${'a'.repeat(2000)}`, `https://${'a.'.repeat(2000)}com/`]],
];

test.each(
  refused.flatMap(([reason, addresses]) => addresses.map((address) => [reason, address] as const)),
)('%s: %j is rejected', (reason, address) => {
  expect(outcomeOf(address)).toBe(reason);
});

test('more than 400 spellings are rejected in these tables', () => {
  const addresses = [...insideTable.map(([, host]) => host), ...refused.flatMap(([, all]) => all)];
  expect(new Set(addresses).size).toBeGreaterThan(400);
});

test.each([
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['HTTPS://Hooks.Example.COM/Farm', 'https://hooks.example.com/Farm'],
  ['https://hooks.example.com./a', 'https://hooks.example.com./a'],
  ['https://hooks.example.com:8443/a', 'https://hooks.example.com:8443/a'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:3000/', 'https://hooks.example.com:3000/'],
  ['https://hooks.example.com:65535/', 'https://hooks.example.com:65535/'],
  ['https://hooks.example.com/@farm', 'https://hooks.example.com/@farm'],
  ['https://hooks.example.com/a:b@c:8080/d', 'https://hooks.example.com/a:b@c:8080/d'],
  ['https://hooks.example.com/?to=a@b.c', 'https://hooks.example.com/?to=a@b.c'],
  ['https://hooks.example.com?to=a@b.c', 'https://hooks.example.com/?to=a@b.c'],
  ['https://hooks.example.com#a@b', 'https://hooks.example.com/#a@b'],
  [
    'https://hooks.example.com/?next=http://10.0.0.1/',
    'https://hooks.example.com/?next=http://10.0.0.1/',
  ],
  ['https://hooks.example.com//a//b', 'https://hooks.example.com//a//b'],
  ['https://hooks.example.com/%2e%2e/a', 'https://hooks.example.com/a'],
  ['https://hooks.example.com/a%20b%0d%0a', 'https://hooks.example.com/a%20b%0d%0a'],
  ['https://hooks.example.com/לול', 'https://hooks.example.com/%D7%9C%D7%95%D7%9C'],
  ['https://לול.example.com/', 'https://xn--9dbnb.example.com/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://农场.中国/', 'https://xn--j7qu0l.xn--fiqs8s/'],
  ['https://ฟาร์ม.ไทย/', 'https://xn--w3cef3d3g.xn--o3cw4h/'],
  ['https://xn--mnchen-3ya.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://a_b.example.com/', 'https://a_b.example.com/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://10.0.0.1.example.com/', 'https://10.0.0.1.example.com/'],
  ['https://mylocalhost.com/', 'https://mylocalhost.com/'],
  ['https://notlocal.com/', 'https://notlocal.com/'],
  ['https://internal.example.com/', 'https://internal.example.com/'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  ['https://8.8.8.8:8443/', 'https://8.8.8.8:8443/'],
  ['https://134744072/', 'https://8.8.8.8/'],
  ['https://９.255.255.255/', 'https://9.255.255.255/'],
  ['https://11.0.0.0/', 'https://11.0.0.0/'],
  ['https://172.15.255.255/', 'https://172.15.255.255/'],
  ['https://172.32.0.0/', 'https://172.32.0.0/'],
  ['https://192.167.255.255/', 'https://192.167.255.255/'],
  ['https://192.169.0.0/', 'https://192.169.0.0/'],
  ['https://169.253.255.255/', 'https://169.253.255.255/'],
  ['https://168.63.129.15/', 'https://168.63.129.15/'],
  ['https://100.128.0.0/', 'https://100.128.0.0/'],
  ['https://223.255.255.255/', 'https://223.255.255.255/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://[2001:4860:4860:0:0:0:0:8888]:8443/', 'https://[2001:4860:4860::8888]:8443/'],
  ['https://[2A00:1450:4001:800::200E]/', 'https://[2a00:1450:4001:800::200e]/'],
])('%s is accepted', (address, called) => {
  expect(outcomeOf(address)).toBe(called);
});

test.each<[readonly string[], string, string]>([
  [['controller.lan'], 'http://controller.lan/', 'http://controller.lan/'],
  [['controller.lan'], 'https://CONTROLLER.lan.:5432/', 'https://controller.lan.:5432/'],
  [['Controller.LAN:8080'], 'http://controller.lan:8080/', 'http://controller.lan:8080/'],
  [['controller.lan:8080'], 'http://controller.lan:8081/', 'scheme_not_allowed'],
  [['controller.lan:80'], 'http://controller.lan/', 'http://controller.lan/'],
  [['controller.lan:80'], 'https://controller.lan/', 'address_not_public'],
  [['controller.lan:443'], 'https://controller.lan/', 'https://controller.lan/'],
  [['controller.lan'], 'https://a.controller.lan/', 'address_not_public'],
  [
    ['controller.lan'],
    'https://controller.lan.example.com/',
    'https://controller.lan.example.com/',
  ],
  [['controller.lan'], 'https://user@controller.lan/', 'user_info'],
  [['controller.lan'], 'ftp://controller.lan/', 'invalid_url'],
  [['10.0.0.8:8080'], 'http://10.0.0.8:8080/', 'http://10.0.0.8:8080/'],
  [['10.0.0.8:8080'], 'http://0x0a000008:8080/', 'http://10.0.0.8:8080/'],
  [['10.0.0.8'], 'https://10.0.0.9/', 'address_not_public'],
  [['fd00::1'], 'http://[fd00::1]:8080/', 'http://[fd00::1]:8080/'],
  [['[fd00::1]'], 'http://[fd00:0::1]:8080/', 'http://[fd00::1]:8080/'],
  [['[fd00::1]:8080'], 'http://[fd00::1]:8080/', 'http://[fd00::1]:8080/'],
  [['[fd00::1]:8080'], 'https://[fd00::1]/', 'address_not_public'],
  // The last group of an IPv6 address is not a port.
  [['fd00::1:8080'], 'https://[fd00::1]:8080/', 'address_not_public'],
  [['fd00::1:8080'], 'http://[fd00::1:8080]/', 'http://[fd00::1:8080]/'],
  [['לול.local'], 'http://xn--9dbnb.local/', 'http://xn--9dbnb.local/'],
  [[''], 'https://localhost/', 'address_not_public'],
  [['*'], 'https://localhost/', 'address_not_public'],
])('with %j allowed, %s gives %s', (allowedHosts, address, outcome) => {
  expect(outcomeOf(address, { allowedHosts, allowLoopback: false })).toBe(outcome);
});

test.each([
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['http://127.9.9.9/', 'http://127.9.9.9/'],
  ['http://localhost:5432/', 'http://localhost:5432/'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ['http://[::ffff:127.0.0.1]/', 'scheme_not_allowed'],
  ['http://0.0.0.0/', 'scheme_not_allowed'],
  ['http://a.localhost/', 'scheme_not_allowed'],
  ['https://10.0.0.1/', 'address_not_public'],
  ['http://hooks.example.com/', 'scheme_not_allowed'],
])('with loopback addresses allowed, %s gives %s', (address, outcome) => {
  expect(outcomeOf(address, { allowedHosts: [], allowLoopback: true })).toBe(outcome);
});

test('all private addresses get the same error', () => {
  const messages = insideTable.map(([, host]) => {
    try {
      return checkTarget(`https://${host}/`, strictPolicy).href;
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect([...new Set(messages)].toSorted()).toEqual([
    'The address is not one of the internet; its host may be allowed in the configuration.',
  ]);
});

/** A number in one of the notations accepted in URLs, with leading zeros. */
function spell(number: number, notation: number): string {
  if (notation === 0) return String(number);
  return notation === 1 ? `0x${number.toString(16)}` : `0${number.toString(8)}`;
}

test('a private IPv4 address is rejected in every spelling', () => {
  const notation = fc.integer({ min: 0, max: 2 });
  const private24 = fc.integer({ min: 0, max: 0xffffff });
  fc.assert(
    fc.property(
      private24,
      fc.constantFrom(10, 127, 0),
      notation,
      notation,
      (rest, first, one, two) => {
        const whole = spell(first * 2 ** 24 + rest, one);
        const cut = `${spell(first, one)}.${spell(rest, two)}`;
        expect([outcomeOf(`https://${whole}/`), outcomeOf(`https://${cut}/`)]).toEqual([
          'address_not_public',
          'address_not_public',
        ]);
      },
    ),
  );
});

test('an accepted URL has the same host when it is parsed again', () => {
  const fragment = fc.constantFrom(
    ...['https://', 'http://', '//', '/', '\\', '@', ':', '.', '%', '#', '?', '[', ']', ' ', '\t'],
    ...['localhost', '127.0.0.1', '10.0.0.1', '::1', 'hooks.example.com', '443', '0x7f', '。', 'ⓐ'],
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 8 }), (fragments) => {
      const address = `https://${fragments.join('')}`;
      const outcome = outcomeOf(address);
      if (!outcome.startsWith('https://')) return;
      expect(outcomeOf(outcome)).toBe(outcome);
      expect(new URL(outcome).hostname).toMatch(/^hooks\.example\.com|\./);
    }),
    { numRuns: 2000 },
  );
});
