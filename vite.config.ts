import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What changes seldom has a file of its own, so that a new version of the product does not fetch it again.
const vendors: [name: string, packages: RegExp][] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /\/node_modules\/(?:react-router|react-router-dom|cookie|set-cookie-parser)\//],
  ['data', /\/node_modules\/(?:@tanstack\/(?:react-query|query-core)|zustand)\//],
  ['supabase', /\/node_modules\/@supabase\//],
]

/** The browser side: `index.html` → `dist/web`. No inline scripts: the content security policy forbids them. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: vendors.map(([name, test]) => ({ name, test })),
        },
      },
    },
  },
})
