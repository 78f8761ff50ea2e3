import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import type { Engine } from '#engine/engine-context.tsx'
import { currentRegion } from '#ui/region.ts'
import { today } from '#ui/day.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { download } from '../files/download.ts'
import type { Grid } from './grid-context.ts'
import { gridQuery, type GridQuestion } from './grid-query.ts'

/** Where exports that are made in the background are kept: a tab of that screen. */
const exportsPlace = '/transfers?tabs=tab2'

/**
 * Downloads every record the conditions let through, with the columns in sight. A long list is made in the background
 * instead; where it is then kept, the toast says.
 */
export function exportRows(
  api: ApiClient,
  question: GridQuestion,
  grid: Grid,
  format: 'csv' | 'xlsx' | 'json',
): void {
  const { model } = question
  const narrowed = JSON.stringify(shownQuery(question, grid))
  const bom = format === 'csv'
  const { timeZone: zone } = currentRegion()
  const name = fileName(grid, question)
  const work = async (): Promise<'saved' | 'begun'> => {
    const begun = await api.call('POST /api/exports', {
      body: { model, format, query: narrowed, bom, name, only_large: true, ...(zone && { zone }) },
    })
    if (begun) return 'begun'
    await download(
      api,
      'GET /api/records/{model}/export',
      {
        params: { model },
        search: { format, query: narrowed, ...(bom && { bom: '1' }), ...(zone && { zone }) },
      },
      `${name}.${format}`,
    )
    return 'saved'
  }
  toast
    .track(work(), {
      loading: t('Preparing the export'),
      success: (how) =>
        how === 'saved'
          ? t('Exported')
          : {
              text: t('The export was started'),
              description: t('It is large: you find it under Imports and exports when it is done.'),
              action: { label: t('Show'), onClick: () => grid.go(exportsPlace) },
            },
      error: (error) => (error instanceof ApiError ? t(error.message) : t('The export did not work.')),
    })
    // The toast has said it.
    .catch(() => undefined)
}

/** The question of what a list shows now: its records in its order, with the columns in sight. */
function shownQuery(question: GridQuestion, grid: Grid) {
  const { model, fields: _fields, page: _page, ...query } = gridQuery({ ...question, columns: [], extra: [] })
  const keys = grid.columns.map(({ key }) => key)
  // What comes back from a spreadsheet says by it which state of each record it was made from.
  const revision = model.startsWith('sys_') || keys.includes('revision') ? [] : ['revision']
  return { ...query, fields: [...keys, ...revision] }
}

/** Opens the form of a schedule that takes what the list shows now, at each of its times. */
export function repeatExport({ dialogs }: Engine, question: GridQuestion, grid: Grid): void {
  const zone = currentRegion().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const { model } = question
  const query = shownQuery(question, grid)
  dialogs.open({
    layout: 'schedule-form',
    params: { kind: 'export', zone, name: grid.label.slice(0, 100), model, format: 'xlsx', query },
    as: 'drawer',
    title: t('Repeat this export'),
  })
}

/** What a list is called, and the day it shows: files of one list are told apart. A slash would be a folder to some. */
const fileName = ({ label }: Grid, { asOf }: GridQuestion): string =>
  `${label.replaceAll(/[/\\]/g, '-').slice(0, 120)} ${today(currentRegion().timeZone, asOf ? new Date(asOf) : undefined)}`

/** Downloads a sheet of labels with QR codes: one for each record the conditions let through, in the order of the list. */
export function printLabels(api: ApiClient, question: GridQuestion, grid: Grid): void {
  const asked = gridQuery({ ...question, columns: [], extra: [] })
  const { model, fields: _fields, page: _page, expand: _expand, ...query } = asked
  const work = download(
    api,
    'GET /api/records/{model}/labels',
    { params: { model }, search: { query: JSON.stringify(query) } },
    `${fileName(grid, question)}.pdf`,
  )
  toast
    .track(work, {
      loading: t('Preparing the labels'),
      success: () => t('Labels are ready to print'),
      error: (error) => labelsRefused(error),
    })
    // The toast has said it.
    .catch(() => undefined)
}

function labelsRefused(error: unknown): string {
  const [problem] = problemsOf(error)
  if (problem) return problem.message
  return error instanceof ApiError ? t(error.message) : t('The labels could not be made.')
}
