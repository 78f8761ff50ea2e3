import type { SampleModel } from './sample-fields.ts'

const shared = { error: null, pace: null, created_by: 'sample-sys_member-1', updated: 0, rejected: 0 }

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
      error: 'Some rows could not be imported.',
    },
  ].map((row, at) => ({
    id: `sample-sys_import-${at + 1}`,
    model: 'materials',
    created_at: `2026-03-1${4 - at}T09:3${at}:00Z`,
    ...shared,
    ...row,
  })),
}
