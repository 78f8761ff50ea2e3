import type { Route } from '#contracts/route.ts'

/**
 * The page of a record: its model's own screen where there is one, else the profile every object has. Null for who may
 * open neither.
 */
export function recordPath(
  routes: readonly Route[],
  model: string,
  row: Record<string, unknown>,
): string | null {
  const own = routes.find((route) => route.layout === `${model}.detail` && /\{id\}/.test(route.path))
  if (own) return own.path.replace('{id}', encodeURIComponent(String(row['id'])))
  if (!routes.some(({ path }) => path === '/o/{token}')) return null
  return `/o/${encodeURIComponent(String(row['token'] ?? row['id']))}`
}
