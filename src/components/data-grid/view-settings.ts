import { canonicalJson } from '#base/json.ts'
import type { Where } from '#contracts/query.ts'
import type { ViewSettings } from '#contracts/view.ts'
import type { GridSettings } from './use-grid-settings.ts'

// Kept as they are; what else a browser remembers of a list is not saved.
const kept = [
  'order',
  'hidden',
  'widths',
  'pins',
  'totals',
  'density',
  'by',
  'rows',
  'measure',
  'until',
] as const

/** What is saved of a list: its arrangement and what narrows it. Nothing is said of what is as the layout has it. */
export function viewSettings(settings: GridSettings, filters: Where | null, search: string): ViewSettings {
  const { sort, group, kind } = settings
  return {
    ...(kind && kind !== 'grid' && { kind }),
    ...(filters && { filters }),
    ...(search.trim() && { search: search.trim() }),
    ...(sort && sort.length > 0 && { sort }),
    ...(group && group.length > 0 && { group: [...group] }),
    ...Object.fromEntries(kept.flatMap((key) => (settings[key] ? [[key, settings[key]]] : []))),
  }
}

/** What a saved view says about the arrangement, without what narrows it. */
export function arrangementOf({
  filters: _filters,
  search: _search,
  ...settings
}: ViewSettings): GridSettings {
  return settings as GridSettings
}

/** Whether what is shown differs from what was saved. */
export const differs = (a: ViewSettings, b: ViewSettings): boolean => canonicalJson(a) !== canonicalJson(b)
