import type { Route } from '#contracts/route.ts'

/** Where a person begins: the dashboard, a customer's area, else the first place of their navigation; null: nowhere. */
export function homePath(routes: readonly Route[]): string | null {
  const open = routes.filter(({ path }) => !path.includes('{') && !path.includes('*'))
  const known = ['/dashboard', '/customer'].find((path) => open.some((route) => route.path === path))
  const listed = open.filter(({ nav }) => nav).toSorted((a, b) => a.order - b.order)
  return known ?? listed[0]?.path ?? open[0]?.path ?? null
}
