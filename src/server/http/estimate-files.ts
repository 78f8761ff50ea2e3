import { readEstimateFile } from '#contracts/api/estimate-files.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { estimateFile } from '../offers/estimate-file.ts'
import { handle, type Handler } from './route.ts'

export const estimateFileHandlers: readonly Handler[] = [
  handle(readEstimateFile, async ({ caller, services, params, search }) => {
    const { format, language = null } = search
    const { bytes, name, type } = await estimateFile({ caller, services }, params.id, { format, language })
    return new Response(Buffer.from(bytes), {
      headers: {
        'Content-Type': type,
        'Content-Length': String(bytes.length),
        'Content-Disposition': contentDisposition('attachment', name),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      },
    })
  }),
]
