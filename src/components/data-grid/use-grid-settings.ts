import { useCallback, useState } from 'react'
import type { Sort } from '#contracts/query.ts'
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
}

export type ChangeSettings = (change: Partial<GridSettings>) => void

/**
 * The reader's own arrangement, kept in this browser under `grid:<name>` when the layout gives a name; how to change it,
 * and the way back to what the layout says.
 */
export function useGridSettings(name: string | undefined): [GridSettings, ChangeSettings, () => void] {
  const [settings, setSettings] = useState<GridSettings>(() => (name ? readSettings(name) : {}))
  const change = useCallback<ChangeSettings>(
    (part) =>
      setSettings((before) => {
        const next = { ...before, ...part }
        if (name) keep(name, next)
        return next
      }),
    [name],
  )
  const reset = useCallback(() => {
    if (name) keep(name, {})
    setSettings({})
  }, [name])
  return [settings, change, reset]
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
