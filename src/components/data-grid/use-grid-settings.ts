import { useCallback, useState } from 'react'
import type { Sort } from '#contracts/query.ts'
import { isJsonObject } from '#base/json.ts'

/** What a reader changed about a grid. Absent: as the layout says. */
export interface GridSettings {
  sort?: Sort[]
  group?: string | null
  density?: 'compact' | 'roomy'
  widths?: Record<string, number>
  order?: string[]
  hidden?: Record<string, boolean>
  pins?: Record<string, 'left' | 'right' | null>
}

export type ChangeSettings = (change: Partial<GridSettings>) => void

/** The reader's own arrangement, kept in this browser under `grid:<name>` when the layout gives a name. */
export function useGridSettings(name: string | undefined): [GridSettings, ChangeSettings] {
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
  return [settings, change]
}

function readSettings(name: string): GridSettings {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(`grid:${name}`) ?? '{}')
    return isJsonObject(read) ? (read as GridSettings) : {}
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
