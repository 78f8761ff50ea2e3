import { formatNumber, type Region } from '#ui/format.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { rowsAsCells } from './copy-range.ts'
import { rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'

/** Rows that are copied at once; more are exported as a file. */
export const mostCopied = 10_000

/** Copies a range that has not all arrived: reads its rows first, and says how many it were. */
export function copyFar(grid: Grid, cursor: Cursor, region: Region): void {
  const { top, bottom } = rangeOf(cursor)
  const most = formatNumber(mostCopied, region)
  if (bottom - top >= mostCopied) {
    toast.warning(t('At most {{most}} rows can be copied. Export the list instead.', { most }))
    return
  }
  const cells = grid.lines
    .read(Math.max(0, top), bottom + 1)
    .then((rows) => rowsAsCells(grid, cursor, rows, region))
  const as = (type: string, part: 'text' | 'html'): Promise<Blob> =>
    cells.then((found) => new Blob([found[part]], { type }))
  const item = new ClipboardItem({
    'text/plain': as('text/plain', 'text'),
    'text/html': as('text/html', 'html'),
  })
  toast
    .track(navigator.clipboard.write([item]), {
      loading: t('Reading the rows'),
      success: t('{{count}} rows copied', { count: bottom - Math.max(0, top) + 1 }),
      error: t('It could not be copied.'),
    })
    // The toast has said it.
    .catch(() => undefined)
}
