import { isResourceName } from '../../../model/resources/registry.ts';

/**
 * Tokens of browsers in user agents, with their common names; most also contain the tokens of
 * others, so the order matters.
 */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** The browser and the system in a `User-Agent` header, or the header where they are unknown. */
export function describeDevice(agent: string): string {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (signs) => signs.find(([sign]) => sign.test(agent))?.[1] ?? [],
  );
  return known.length === 0 ? agent : known.join(' · ');
}

/**
 * What a call is about: a kind of records, or, for calls without one, such as the dashboard, the
 * first part of their path.
 */
export function areaOf(route: string, resource: string | null): string {
  if (resource !== null && isResourceName(resource)) return resource;
  const [part = ''] = route.replace(/^\/v1\/(platform\/)?(os\/)?/, '').split('/');
  return part.replace(/\.json$/, '');
}
