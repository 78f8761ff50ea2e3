import type { Diagnostics } from '#contracts/api/diagnostics.ts'

/** How a server is that has something to tell. */
export const sampleDiagnostics = (): Diagnostics => ({
  at: new Date().toISOString(),
  version: '0.1.0',
  node: '20.20.0',
  mode: 'production',
  uptime: 86_400 * 3,
  memory: 214,
  health: { status: 'ok', checks: { database: 'ok', storage: 'ok', realtime: 'ok', jobs: 'ok' } },
  database: { version: '17.6', answers_in: 0.6, clock_ahead: 0, schema: '0041-standard-models', waiting: 0 },
  jobs: [
    { name: 'transfers', state: 'ok' },
    { name: 'schedules', state: 'ok' },
    { name: 'recalculate', state: 'waiting' },
  ],
  workspace: { id: 'sample-workspace', release: 12, models: 9, records: 4812, in_bin: 3, people: 7 },
  storage: { where: 'folder', bytes: '48234496', quota: '21474836480', unfinished_uploads: 0 },
  queues: {
    imports: 0,
    exports: 1,
    recalculations: 0,
    webhooks_waiting: 2,
    webhooks_failed: 0,
    messages_waiting: 1,
    messages_failed: 0,
  },
})
