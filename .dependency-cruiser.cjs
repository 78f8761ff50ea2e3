// The plan of the house. A room may look into itself and into `sees`; from npm it may use `packages`.
const radix = ['radix-ui', '@radix-ui']
const rooms = {
  base: { sees: [], packages: ['big.js', 'saxes', 'uuidv7'] },
  contracts: { sees: ['base'], packages: ['zod'] },
  expressions: { sees: ['base', 'contracts'], packages: ['@marcbachmann/cel-js', 're2js'] },
  estimating: { sees: ['base', 'contracts', 'expressions'], packages: [] },
  features: { sees: ['base', 'contracts'], packages: [] },
  kernel: { sees: ['base', 'contracts', 'expressions'], packages: [] },
  platform: { sees: ['base'], packages: ['hono', 'pg', 'jose', '@node-rs/bcrypt', 'otpauth', 'uqr', 'openid-client', 'libphonenumber-js', 'ws', '@tus/server', 'sharp', '@aws-sdk/client-s3', '@aws-sdk/lib-storage'] },
  server: {
    sees: ['base', 'contracts', 'expressions', 'estimating', 'features', 'kernel'],
    packages: ['hono', '@hono/node-server', 'pg', 'jose', 'zod', '@rjsf/validator-ajv8', 'nodemailer', 'papaparse', '@e965/xlsx', 'fflate', 'yazl', 'file-type', 'croner', 'web-ifc', 'pdfkit', 'sharp', 'ical-generator', 'uqr', 'three'],
  },
  ui: { sees: ['base'], packages: ['react', 'react-dom', ...radix, 'sonner', 'lucide-react', '@fontsource-variable/inter'] },
  engine: { sees: ['base', 'contracts', 'expressions', 'ui'], packages: ['react', 'react-router-dom', '@tanstack/react-query', '@supabase/supabase-js', 'zustand', 'tus-js-client', 'idb'] },
  components: {
    sees: ['base', 'contracts', 'expressions', 'estimating', 'ui', 'engine'],
    packages: ['zod', 'react', 'react-router-dom', '@tanstack/react-table', '@tanstack/react-virtual', '@rjsf/core', '@rjsf/utils', '@rjsf/validator-ajv8', 'react-markdown', 'remark-gfm', 'recharts', '@dnd-kit', 'three', 'signature_pad', 'uqr'],
  },
  editor: { sees: ['base', 'contracts', 'expressions', 'ui', 'engine'], packages: ['react', 'react-router-dom', '@dnd-kit', 'zustand'] },
  web: {
    sees: ['base', 'contracts', 'features', 'ui', 'engine', 'components', 'editor'],
    packages: ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', '@supabase/supabase-js', 'zustand', 'cmdk', 'libphonenumber-js', 'workbox-core', 'workbox-precaching', 'workbox-routing'],
  },
  cli: { sees: ['base', 'contracts', 'server'], packages: ['vite', 'tsx'] },
}

// Doors: a wall that is open at one file. `from` may look at `to`; nobody else in that room may.
const doors = [
  { room: 'server', from: '^src/server/start-server\\.ts$', to: '^src/platform/start-platform\\.ts$', why: 'the embedded default is mounted in one place' },
  { room: 'server', from: '^src/server/shares/', to: '^src/platform/auth/passwords\\.ts$', why: 'every password is kept and compared in one way, and all wait in one line' },
  { room: 'server', from: '^src/server/storage/storage-host\\.ts$', to: '^src/platform/storage/storage-host\\.ts$', why: 'the storage service says there what it is to be given' },
  { room: 'server', from: '^src/server/rest/rest-host\\.ts$', to: '^src/platform/rest/rest-host\\.ts$', why: 'the database service says there what it is to be given' },
  { room: 'server', from: '^src/server/', to: '^src/components/definitions\\.ts$', why: 'layouts are validated against component definitions' },
  { room: 'server', from: '^src/server/realtime/', to: '^src/platform/realtime/realtime-ports\\.ts$', why: 'what realtime asks of the server is declared where it asks' },
  { room: 'server', from: '^src/server/names/words-of\\.ts$', to: '^src/web/locales/de\\.json$', why: 'lists are in order and found by the words that screens show' },
  { room: 'editor', from: '^src/editor/', to: '^src/components/definitions\\.ts$', why: 'the palette lists components, it does not draw them' },
]

const files = (list) => `^src/(${list.join('|')})/`
const testFile = '\\.test\\.tsx?$'
const wall = ([room, { sees, packages }]) => [
  {
    name: `${room}-sees-only-its-rooms`,
    severity: 'error',
    from: { path: files([room]) },
    to: { path: '^src/', pathNot: [files([room, ...sees]), ...doors.filter((door) => door.room === room).map((door) => door.to)] },
  },
  {
    name: `${room}-uses-only-its-packages`,
    severity: 'error',
    from: { path: files([room]), pathNot: testFile },
    to: { path: '^node_modules/', pathNot: packages.map((name) => `^node_modules/(@types/)?${name}/`) },
  },
]
const useTheDoor = (door) => ({
  name: 'use-the-door',
  comment: door.why,
  severity: 'error',
  from: { path: files([door.room]), pathNot: door.from },
  to: { path: door.to },
})

module.exports = {
  forbidden: [
    ...Object.entries(rooms).flatMap(wall),
    ...doors.map(useTheDoor),
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'definitions-are-pure',
      comment: 'the server reads them: no React, no DOM',
      severity: 'error',
      from: { path: '^src/components/(definitions|[^/]+/[^/]+\\.definition)\\.ts$' },
      to: { pathNot: [files(['base', 'contracts', 'expressions']), '\\.definition\\.ts$', '^node_modules/zod/'] },
    },
    {
      name: 'product-never-imports-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: testFile },
      to: { path: `^(tests|e2e|fixtures)/|${testFile}`, pathNot: '^fixtures/demo/' },
    },
    { name: 'resolvable', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Packages with several entries (hono/cors) name them in `exports`.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    exclude: { path: '\\.(css|json|sql|svg)$' },
  },
}
