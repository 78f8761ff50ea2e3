import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

// Where the backend is elsewhere it is given; otherwise `index.html` asks its own origin, and an unset name would stay in its text.
process.env['VITE_API_BASE'] ??= ''

type Group = [name: string, modules: RegExp]

// What changes seldom has a file of its own, so that a new version of the product does not fetch it again.
const vendors: Group[] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /\/node_modules\/(?:react-router|react-router-dom|cookie|set-cookie-parser)\//],
  ['data', /\/node_modules\/(?:@tanstack\/(?:react-query|query-core)|zustand)\//],
  ['supabase', /\/node_modules\/@supabase\//],
]

const primitives =
  'avatar|badge|breadcrumbs|button|choice-text|classes|control|dialog|empty-state|error-state|field|floating-trigger|format|hue-of|icon|icon-button|kbd|key-names|link|menu|notice|region|skeleton|spinner|state|text-field|time-text|tooltip|translate|visually-hidden|when-idle'

// A list before anybody works in it. What only work needs (editors, menus, pasting) comes later.
const list =
  'data-grid|loaded-grid|current-row|grid-(?:block|body|columns|context|cursor|edits|header|layout|lines|lines-view|marks|news|query|row|scale|skeleton|sort|table|toolbar)|cell-(?:at|keys|style)|(?:group|tree)-walk|view-settings|use-(?!keep-cursor|list-of|tell-view)[a-z-]+'

// What every page draws with, what every screen is drawn by, and lists: three files instead of a hundred, which compress better
// together. Nothing here may import what is heavy or seldom needed: `npm run size` shows it.
const together: Group[] = [
  [
    'core',
    new RegExp(
      `/src/(?:base/(?!csv|decimal|fraction|key-from|saying|wall-time)|engine/(?:data/(?!follow-|apply-changes|start-live|keep-channel|presence-store|use-presence|undo|use-undo|use-subdomain-check|use-restore-version|use-form-schema|use-act|use-paged-query|use-reading|use-refresh-everything|use-refresh-model|named-|conflicts|send-in-pieces|try-call|outbox|keep-outbox|indexed-|use-outbox|kept-)|registry/)|web/session/(?!auth-calls|explain|use-account-preferences|use-keep-choice|use-meta|use-sign-out|workspace-address)|ui/(?:${primitives})(?:\\.module)?\\.|ui/icons/core|ui/toasts/toast(?:er|-queue)?\\.|contracts/errors)`,
    ),
  ],
  [
    'screen',
    /\/src\/(?:engine\/(?:actions|bindings|rendering|routing)\/(?!open-dialogs|dialog|download|hold-part)|expressions\/(?!match-pattern|functions\/(?:all-|further-|powers)|parse|convert-tree|formulas|layout-names|check|dimension|evaluate-quantity|quantity-type|worded)|web\/(?:pages\/screen-page|shell\/(?:shell|shell-layout|navigation|top-bar|bottom-bar|banners|person-menu|workspace-switcher)\.)|web\/language\.)/,
  ],
  [
    'list',
    new RegExp(
      `/node_modules/@tanstack/(?:react-table|table-core)/|/src/components/(?:data-grid/(?:${list})(?:\\.module)?\\.(?:tsx?|css)|live-values/|field/(?:cells|draw-cells|field-(?:traits|views)|plain-text|view-of-field)|filter-bar/(?:filter-chips|condition-parts)|search-box/search-field|page/page\\.tsx)`,
    ),
  ],
]

/** The most of one file that every device keeps: the stage of the model viewer and what is larger stay away. */
const largestKept = 500_000

/** Builds the service worker after the application, with the list of the files that it keeps on the device. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const kept = Object.values(bundle).flatMap((file) => {
        const source = file.type === 'chunk' ? file.code : file.source
        const { fileName: name } = file
        if (!/\.(?:js|css|html|woff2|svg)$/.test(name) || source.length > largestKept) return []
        // What carries its hash in its name is known by it.
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 16)
        return [{ url: `/${name}`, revision: name.startsWith('assets/') ? null : hash }]
      })
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { builtFiles: JSON.stringify(kept) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: 'src/web/offline/service-worker.ts',
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}

/** The name of a class in the page: of its file, and no longer than it takes, as the scripts carry them all. */
function classOf(name: string, _file: string, css: string): string {
  return `_${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 4)}`
}

/** The browser side: `index.html` → `dist/web`. No inline scripts: the content security policy forbids them. */
export default defineConfig({
  plugins: [react(), serviceWorker()],
  css: { modules: { generateScopedName: classOf } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The stage of the model viewer, which its page alone loads, is 560 kB.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [...vendors, ...together].map(([name, test]) => ({ name, test })),
        },
      },
    },
  },
})
