import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { answerError } from './answer-error.ts'
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  listBuckets,
  readBucket,
  updateBucket,
} from './endpoints/buckets.ts'
import { download, downloadPublic, downloadSigned, info, infoPublic } from './endpoints/download.ts'
import { list, listPages } from './endpoints/list.ts'
import { copy, move } from './endpoints/move.ts'
import { purge } from './endpoints/purge.ts'
import { remove } from './endpoints/remove.ts'
import { render, renderPublic, renderSigned } from './endpoints/render.ts'
import { resumable } from './endpoints/resumable.ts'
import { sign } from './endpoints/sign.ts'
import { signUpload, upload, uploadToSigned } from './endpoints/upload.ts'
import { StorageError } from './storage-error.ts'
import type { StorageContext } from './storage-host.ts'

type Endpoint = (context: StorageContext, c: Context) => Promise<Response>

/** The storage service under `/storage/v1`, as the hosted client speaks to it. */
export function storageApp(context: StorageContext): Hono {
  const app = new Hono().basePath('/storage/v1')
  const serve = (endpoint: Endpoint) => (c: Context) => endpoint(context, c)
  app.use('*', sameOrigins(context))

  app.get('/bucket', serve(listBuckets))
  app.post('/bucket', serve(createBucket))
  app.get('/bucket/:id', serve(readBucket))
  app.put('/bucket/:id', serve(updateBucket))
  app.post('/bucket/:id/empty', serve(emptyBucket))
  app.delete('/bucket/:id', serve(deleteBucket))

  app.all('/upload/resumable', serve(resumable))
  app.all('/upload/resumable/*', serve(resumable))

  app.post('/object/list/:bucket', serve(list))
  app.post('/object/list-v2/:bucket', serve(listPages))
  app.post('/object/move', serve(move))
  app.post('/object/copy', serve(copy))
  app.post('/object/upload/sign/*', serve(signUpload))
  app.put('/object/upload/sign/*', serve(uploadToSigned))
  app.post('/object/sign/*', serve(sign))
  // HEAD is answered by GET.
  app.get('/object/sign/*', serve(downloadSigned))
  app.get('/object/public/*', serve(downloadPublic))
  app.get('/object/info/public/*', serve(infoPublic))
  app.get('/object/info/authenticated/*', serve(info('/object/info/authenticated/')))
  app.get('/object/info/*', serve(info('/object/info/')))
  app.get('/object/authenticated/*', serve(download('/object/authenticated/')))
  app.get('/object/*', serve(download('/object/')))
  app.post('/object/*', serve(upload))
  app.put('/object/*', serve(upload))
  app.delete('/object/*', serve(remove))

  app.get('/render/image/authenticated/*', serve(render))
  app.get('/render/image/public/*', serve(renderPublic))
  app.get('/render/image/sign/*', serve(renderSigned))
  app.delete('/cdn/*', serve(purge))

  app.all('*', () => {
    throw new StorageError(404, 'NotFound', 'There is no such endpoint', {
      word: 'not_found',
      httpStatus: 404,
    })
  })
  app.onError((error, c) => answerError(c, error, context.log))
  return app
}

const exposed =
  'etag content-range content-disposition x-request-id retry-after location tus-resumable tus-version tus-extension tus-max-size upload-offset upload-length upload-expires upload-metadata'
const allowed =
  'authorization apikey content-type cache-control range if-none-match x-client-info x-tenant-id x-upsert x-metadata x-signature tus-resumable upload-length upload-offset upload-metadata upload-defer-length x-http-method-override'

/** Browsers may call from the application's own origins. Nothing here reads cookies. */
const sameOrigins = ({ host, publicUrl }: StorageContext) =>
  cors({
    origin: (origin) =>
      [publicUrl(), ...host.origins()].some((url) => URL.canParse(url) && new URL(url).origin === origin)
        ? origin
        : null,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: allowed.split(' '),
    exposeHeaders: exposed.split(' '),
    maxAge: 600,
  })
