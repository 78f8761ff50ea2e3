import { deleteFile, readFile, uploadFile } from './files.ts'
import { readForm, readValidator } from './forms.ts'
import { readImport, runImport, stageImport, undoImport } from './imports.ts'
import {
  createObject,
  deleteObject,
  listObjects,
  readFullObject,
  readObject,
  traceObject,
  updateObject,
} from './objects.ts'
import { askQueries } from './query.ts'
import { readQuickSetup, runQuickSetup } from './quick-setup.ts'
import {
  bulkRecords,
  createRecord,
  deleteRecord,
  exportRecords,
  importRecords,
  recordEvents,
  restoreRecord,
  updateRecord,
} from './records.ts'

/** Every call of the API. The list is the API: a handler for each must exist, and no other. */
export const allEndpoints = {
  deleteFile,
  readFile,
  uploadFile,
  readForm,
  readValidator,
  readImport,
  runImport,
  stageImport,
  undoImport,
  createObject,
  deleteObject,
  listObjects,
  readFullObject,
  readObject,
  traceObject,
  updateObject,
  askQueries,
  readQuickSetup,
  runQuickSetup,
  bulkRecords,
  createRecord,
  deleteRecord,
  exportRecords,
  importRecords,
  recordEvents,
  restoreRecord,
  updateRecord,
} as const
