/** A field name as a flag: `barnId` is `barn-id`, `placementDate_from` is `placement-date-from`. */
export function kebabCase(name: string): string {
  return name
    .replace(/_/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
