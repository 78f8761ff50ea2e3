import type { Server } from 'node:http'
import { createServer, type ViteDevServer } from 'vite'
import type { StartOptions } from '#server/start-server.ts'

/** Serves the frontend from its sources in the server's own process and port, with hot reload. */
export function devFrontend(): StartOptions {
  let vite: ViteDevServer | null = null
  const open = async (http: Server): Promise<void> => {
    vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'spa' })
  }
  return {
    onServer: open,
    frontend(request, response, next) {
      if (vite) vite.middlewares(request, response, next)
      else next()
    },
    onStop: async () => vite?.close(),
  }
}
