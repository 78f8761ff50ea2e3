import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '../../context.ts'

interface Asset {
  type: string
  etag: string
  immutable: boolean
  plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
// Asked of every host by browsers, crawlers and scanners; the page would be taken for the file.
const neverScreens = /^\/(\.|favicon\.ico$|robots\.txt$|sitemap\.xml$)/
const compressible = /^(text|application\/(json|wasm|manifest))|svg/

/**
 * Serves the built frontend from memory: names with a hash in them forever, the rest with an ETag. A path that is no file
 * gets the page itself, whose router takes over; `/assets/…` that is gone and `/robots.txt` and the like are 404.
 */
export function staticFiles(folder: string): MiddlewareHandler<ServerEnv> {
  const assets = readAssets(folder)
  return async (context) => {
    const { path, method } = context.req
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 404 })
    const asset = assets.get(path) ?? (isScreen(path) ? assets.get('/index.html') : undefined)
    if (!asset) return new Response('not_found', { status: 404 })
    const headers: Record<string, string> = {
      'Content-Type': asset.type,
      'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: asset.etag,
      Vary: 'Accept-Encoding',
    }
    if (context.req.header('if-none-match') === asset.etag)
      return new Response(null, { status: 304, headers })
    const { body, encoding } = encoded(asset, context.req.header('accept-encoding') ?? '')
    if (encoding) headers['Content-Encoding'] = encoding
    headers['Content-Length'] = String(body.byteLength)
    return new Response(method === 'HEAD' ? null : body, { headers })
  }
}

const isScreen = (path: string): boolean => !path.startsWith('/assets/') && !neverScreens.test(path)

// Compressed at the first request for it, then kept: a start pays for nothing.
function encoded(asset: Asset, accepted: string): { body: Uint8Array<ArrayBuffer>; encoding?: string } {
  if (asset.plain.byteLength < 1024 || !compressible.test(asset.type)) return { body: asset.plain }
  if (/\bbr\b/.test(accepted)) {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    asset.br ??= new Uint8Array(brotliCompressSync(asset.plain, { params: quality }))
    return { body: asset.br, encoding: 'br' }
  }
  if (!/\bgzip\b/.test(accepted)) return { body: asset.plain }
  asset.gzip ??= new Uint8Array(gzipSync(asset.plain, { level: 9 }))
  return { body: asset.gzip, encoding: 'gzip' }
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    const file = join(folder, name)
    if (!statSync(file).isFile() || name.endsWith('.map')) continue
    const plain = new Uint8Array(readFileSync(file))
    const path = `/${relative(folder, file).split(sep).join('/')}`
    assets.set(path, {
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      immutable: path.startsWith('/assets/'),
      plain,
    })
  }
  return assets
}
