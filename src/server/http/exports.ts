import { AppError } from '#base/app-error.ts'
import {
  cancelExport as cancelEndpoint,
  createExport,
  exportTenant,
  readExport,
  readExportFile,
  retryExport as retryEndpoint,
} from '#contracts/api/exports.ts'
import { exportRecords as exportEndpoint, labelRecords } from '#contracts/api/records.ts'
import { exportQuery, exportRecords, exportTypes } from '../exchange/export-records.ts'
import { openStream } from '../exchange/open-stream.ts'
import { drawLabels } from '../exchange/pdf/draw-labels.ts'
import { recordLabels } from '../exchange/record-labels.ts'
import { exportById, exportState } from '../exports/export-row.ts'
import { everything, exportWorkspace, mayTakeEverything } from '../exports/export-workspace.ts'
import { recordExport } from '../exports/record-export.ts'
import { cancelExport, retryExport, startExport } from '../exports/start-export.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { withRecords } from '../records/open-records.ts'
import { modelFor } from '../records/record-context.ts'
import { handle, type Handler } from './route.ts'

const headersOf = (type: string, name: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': contentDisposition('attachment', name),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
})

export const exportHandlers: readonly Handler[] = [
  handle(exportEndpoint, async (input) => {
    const { format, bom, query, zone = 'UTC' } = input.search
    let name = input.params.model
    let begun = false
    const body = await openStream(async (out) => {
      const made = withRecords(
        input,
        async (context) => {
          const model = modelFor(context, input.params.model, 'export')
          name = model.label
          const chunks = await exportRecords(context, model, exportQuery(model.key, query), format, {
            bom: bom === '1',
            zone,
          })
          begun = true
          out.ready()
          for await (const chunk of chunks) await out.write(chunk)
        },
        { mode: 'read' },
      )
      // Half a file tells something too. In a transaction of its own, after the one that read.
      await made.finally(async () => {
        const what = { model: input.params.model, format, query: query ?? null }
        if (begun && !input.caller.preview)
          await withRecords(input, (context) => recordExport(context, null, what), { mode: 'write' })
      })
    })
    return new Response(body, { headers: headersOf(exportTypes[format], `${name}.${format}`) })
  }),

  handle(labelRecords, async (input) => {
    const { model: key } = input.params
    const { query } = input.search
    const origin = input.services.publicUrl()
    const { labels, title } = await withRecords(
      input,
      async (context) => {
        const model = modelFor(context, key, 'export')
        // What the system keeps has no pages of its own that a code could lead to.
        if (model.kind !== 'objects')
          throw new AppError('forbidden', 'This call is for the records of your own models.')
        return { labels: await recordLabels(context, model, query, origin), title: model.label }
      },
      { mode: 'read' },
    )
    const pdf = await drawLabels(labels, { title, owner: input.caller.tenantName })
    if (!input.caller.preview)
      await withRecords(
        input,
        (context) => recordExport(context, null, { model: key, format: 'labels', query: query ?? null }),
        { mode: 'write' },
      )
    return new Response(Buffer.from(pdf), { headers: headersOf('application/pdf', `${title}.pdf`) })
  }),

  handle(createExport, async (input) =>
    withRecords(input, async (context) => {
      const row = await startExport(context, input.body)
      return row && exportState(row)
    }),
  ),

  handle(exportTenant, async (input) => {
    if (input.params.id !== input.caller.tenantId) throw new AppError('not_found')
    return withRecords(input, async (context) => exportState(await exportWorkspace(context)))
  }),

  handle(readExport, async (input) =>
    withRecords(input, async (context) => exportState(await exportById(context, input.params.id))),
  ),

  handle(cancelEndpoint, async (input) =>
    withRecords(input, async (context) => exportState(await cancelExport(context, input.params.id))),
  ),

  handle(retryEndpoint, async (input) =>
    withRecords(input, async (context) => exportState(await retryExport(context, input.params.id))),
  ),

  handle(readExportFile, async (input) => {
    const { name, format, size, key } = await withRecords(
      input,
      async (context) => {
        const row = await exportById(context, input.params.id)
        // What could be exported once is not had for ever: the right is asked for at each download.
        if (row.model_key === everything) mayTakeEverything(context)
        else modelFor(context, row.model_key, 'export')
        if (row.status === 'expired') throw new AppError('gone', 'This export has expired: make it again.')
        if (row.status !== 'done' || row.storage_key === null)
          throw new AppError('invalid', 'This export is not finished.')
        return { ...row, key: row.storage_key }
      },
      { mode: 'read' },
    )
    const bytes = await input.services.files.stream(key)
    return new Response(bytes, {
      headers: {
        ...headersOf(format === 'zip' ? 'application/zip' : exportTypes[format], name),
        ...(size !== null && { 'Content-Length': size }),
      },
    })
  }),
]
