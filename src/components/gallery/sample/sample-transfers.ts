import type { SampleModel } from './sample-fields.ts'

const shared = { reasons: null, pace: null, created_by: 'sample-sys_member-1', updated: 0, rejected: 0 }

/** Schedules as their list shows them: one that works, one that fails. */
export const sampleSchedules: SampleModel = {
  key: 'sys_schedule',
  label: 'Schedules',
  title: 'name',
  fields: [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'status', label: 'Status', type: 'text' },
  ],
  rows: [
    {
      name: 'Open invoices',
      kind: 'export',
      plan: '0 6 * * 1-5',
      status: 'active',
      last_status: 'done',
      source: null,
      reasons: null,
    },
    {
      name: 'Price list of Holz Maier',
      kind: 'import',
      plan: '30 4 * * 1',
      status: 'failing',
      last_status: 'failed',
      source: 'holz-maier',
      reasons: [{ message: 'Some rows could not be imported.' }],
    },
  ].map((row, at) => ({
    id: `sample-sys_schedule-${at + 1}`,
    zone: 'Europe/Berlin',
    next_at: '2026-03-16T05:00:00Z',
    last_at: `2026-03-1${3 - at}T05:00:00Z`,
    ...row,
  })),
}

/** Imports as their list shows them: one that runs, one that left rows out, one that failed. */
export const sampleImports: SampleModel = {
  key: 'sys_import',
  label: 'Imports',
  title: 'name',
  fields: [
    { key: 'name', label: 'File', type: 'text' },
    { key: 'status', label: 'Status', type: 'text' },
    { key: 'created_by', label: 'Created by', type: 'user' },
  ],
  rows: [
    {
      name: 'Price book 2026.csv',
      status: 'running',
      rows: 84_000,
      done: 31_000,
      created: 31_000,
      pace: 6200,
    },
    { name: 'Suppliers.xlsx', status: 'done', rows: 412, done: 412, created: 409, rejected: 3 },
    {
      name: 'Old stock.csv',
      status: 'failed',
      rows: 90,
      done: 0,
      created: 0,
      reasons: [{ message: 'Some rows could not be imported.' }],
    },
  ].map((row, at) => ({
    id: `sample-sys_import-${at + 1}`,
    model: 'materials',
    created_at: `2026-03-1${4 - at}T09:3${at}:00Z`,
    ...shared,
    ...row,
  })),
}
