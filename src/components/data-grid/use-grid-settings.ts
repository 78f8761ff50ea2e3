import { useCallback, useState } from 'react'
import type { AggregateFunction } from '#contracts/field-types.ts'
import type { Sort } from '#contracts/query.ts'
import type { ViewKind } from '#contracts/view.ts'
import { isJsonObject } from '#base/json.ts'

export type Density = 'compact' | 'roomy' | 'tall'

/** What a reader changed about a grid. Absent: as the layout says. */
export interface GridSettings {
  sort?: Sort[]
  /** Columns grouped by, from the first level down. */
  group?: readonly string[]
  density?: Density
  widths?: Record<string, number>
  order?: string[]
  hidden?: Record<string, boolean>
  pins?: Record<string, 'left' | 'right' | null>
  /** What stands below columns; null takes away what the layout has. */
  totals?: Record<string, AggregateFunction | null>
  kind?: ViewKind
  /** The field a kanban, calendar or pivot is laid out by; a pivot's rows, and what it adds up. */
  by?: string
  rows?: string
  measure?: string
  until?: string
}

export type ChangeSettings = (change: Partial<GridSettings>) => void

/**
 * The reader's own arrangement, kept in this browser under `grid:<name>` when the layout gives a name; how to change it,
 * and the way back to what the layout says.
 */
export function useGridSettings(name: string | undefined): [GridSettings, ChangeSettings, () => void] {
  const [kept, setKept] = useState(() => ({ name, settings: name ? readSettings(name) : {} }))
  // Another view was chosen: what was changed about it counts.
  const now = kept.name === name ? kept : { name, settings: name ? readSettings(name) : {} }
  if (now !== kept) setKept(now)
  const change = useCallback<ChangeSettings>(
    (part) =>
      setKept((before) => {
        const settings = { ...before.settings, ...part }
        if (before.name) keep(before.name, settings)
        return { ...before, settings }
      }),
    [],
  )
  const reset = useCallback(
    () =>
      setKept((before) => {
        if (before.name) keep(before.name, {})
        return { ...before, settings: {} }
      }),
    [],
  )
  return [now.settings, change, reset]
}

function readSettings(name: string): GridSettings {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(`grid:${name}`) ?? '{}')
    if (!isJsonObject(read)) return {}
    // One column was kept as text before there were groups over groups.
    const { group, ...rest } = read
    return {
      ...(rest as GridSettings),
      ...(Array.isArray(group)
        ? { group: group as string[] }
        : typeof group === 'string'
          ? { group: [group] }
          : {}),
    }
  } catch {
    // Damaged or forbidden storage: the grid begins as the layout says.
    return {}
  }
}

function keep(name: string, settings: GridSettings): void {
  try {
    localStorage.setItem(`grid:${name}`, JSON.stringify(settings))
  } catch {
    // Full or forbidden storage: the arrangement holds for this visit.
  }
}
