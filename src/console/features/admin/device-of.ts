/** What a browser calls itself, and the name that people know; most name others before themselves. */
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

/** The browser and the system of a `User-Agent` header; the header where they are not known. */
export function deviceOf(agent: string): string {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (signs) => signs.find(([sign]) => sign.test(agent))?.[1] ?? [],
  );
  return known.length === 0 ? agent : known.join(' · ');
}
