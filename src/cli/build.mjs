// `npm run build`: the frontend and the server into `dist`, whatever lies there.
import { join } from 'node:path'
import process from 'node:process'
import { buildProduct } from './build-product.mjs'

process.exit(await buildProduct(join(import.meta.dirname, '../..'), { always: true }))
