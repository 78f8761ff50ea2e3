import { exportRecords as exportEndpoint } from '#contracts/api/records.ts'
import { exportQuery, exportRecords, exportTypes } from '../exchange/export-records.ts'
import { openStream } from '../exchange/open-stream.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { withRecords } from '../records/open-records.ts'
import { modelFor } from '../records/record-context.ts'
import { handle, type Handler } from './route.ts'

export const exportHandlers: readonly Handler[] = [
  handle(exportEndpoint, async (input) => {
    const { format, bom, query } = input.search
    let name = input.params.model
    const body = await openStream(async (out) =>
      withRecords(
        input,
        async (context) => {
          const model = modelFor(context, input.params.model, 'export')
          name = model.label
          const chunks = await exportRecords(
            context,
            model,
            exportQuery(model.key, query),
            format,
            bom === '1',
          )
          out.ready()
          for await (const chunk of chunks) await out.write(chunk)
        },
        { mode: 'read' },
      ),
    )
    return new Response(body, {
      headers: {
        'Content-Type': exportTypes[format],
        'Content-Disposition': contentDisposition('attachment', `${name}.${format}`),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      },
    })
  }),
]
