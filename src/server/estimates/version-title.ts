/**
 * What a version is called everywhere.
 * @example versionTitle('EST-2026-0007', 2, 'timber') // 'EST-2026-0007 v2 timber'
 */
export const versionTitle = (estimate: string, number: number, variant: string): string =>
  `${estimate} v${number}${variant === 'main' ? '' : ` ${variant}`}`.trim()
