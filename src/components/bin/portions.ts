/** Records of one call. */
export const mostAtOnce = 500

/** The ids in parts that each fit one call. */
export function portions(ids: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < ids.length; at += mostAtOnce) parts.push(ids.slice(at, at + mostAtOnce))
  return parts
}
