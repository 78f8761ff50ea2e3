import { explainAccess, startPreview } from './access.ts'
import { createArchetype, deleteArchetype, listArchetypes, updateArchetype } from './archetypes.ts'
import { readTenantStatus, selectTenant, syncProfile } from './auth.ts'
import { readMailbox, removeSeed, seedCurrentTenant, seedDemo } from './development.ts'
import { purgeRecords, readBin, readBinned, restoreBinned } from './bin.ts'
import { readChanges } from './changes.ts'
import { deleteDraft, listDrafts, readDraft, saveDraft } from './drafts.ts'
import { cancelExport, createExport, readExport, readExportFile, retryExport } from './exports.ts'
import { deleteFile, readFile, uploadFile } from './files.ts'
import { readForm, readValidator } from './forms.ts'
import { checkFormula } from './formulas.ts'
import {
  cancelImport,
  readImport,
  readImportErrors,
  retryImport,
  runImport,
  stageImport,
  undoImport,
} from './imports.ts'
import { acceptInvite, createInvite, listInvites, readInvite, withdrawInvite } from './invites.ts'
import { deleteLayout, listComponents, listLayouts, readLayout, readLayoutComponents } from './layouts.ts'
import { listMembers, removeMember, updateMember } from './members.ts'
import { readHealth, readMeta, readOpenApi, readWorkspaceApi } from './meta.ts'
import { createModel, deleteModel, describeModel, listModels, readModel, updateModel } from './models.ts'
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
  listRecords,
  readRecord,
  recordEvents,
  restoreRecord,
  updateRecord,
} from './records.ts'
import { createRelease, listReleases, restoreRelease } from './releases.ts'
import {
  createRole,
  deleteFieldPermission,
  deleteRole,
  listFieldPermissions,
  listRoles,
  updateRole,
  writeFieldPermissions,
} from './roles.ts'
import {
  askRouteAccess,
  checkRouteAccess,
  createRoute,
  deleteRoute,
  listRoutes,
  updateRoute,
} from './routes.ts'
import { readUndo, redoStep, undoStep } from './undo.ts'
import { createTenant, listTenants, updateTenant } from './tenants.ts'

/** Every call of the API. The list is the API: a handler for each must exist, and no other. */
export const allEndpoints = {
  explainAccess,
  startPreview,
  cancelExport,
  createExport,
  readExport,
  readExportFile,
  retryExport,
  deleteFile,
  readFile,
  uploadFile,
  readForm,
  readValidator,
  checkFormula,
  cancelImport,
  readImport,
  readImportErrors,
  retryImport,
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
  readChanges,
  readBin,
  readBinned,
  restoreBinned,
  purgeRecords,
  readUndo,
  redoStep,
  undoStep,
  readQuickSetup,
  runQuickSetup,
  bulkRecords,
  createRecord,
  deleteRecord,
  exportRecords,
  importRecords,
  listRecords,
  readRecord,
  recordEvents,
  restoreRecord,
  updateRecord,
  createArchetype,
  deleteArchetype,
  listArchetypes,
  updateArchetype,
  readTenantStatus,
  selectTenant,
  syncProfile,
  readMailbox,
  removeSeed,
  seedCurrentTenant,
  seedDemo,
  deleteDraft,
  listDrafts,
  readDraft,
  saveDraft,
  acceptInvite,
  createInvite,
  listInvites,
  readInvite,
  withdrawInvite,
  deleteLayout,
  listComponents,
  listLayouts,
  readLayout,
  readLayoutComponents,
  listMembers,
  removeMember,
  updateMember,
  readHealth,
  readMeta,
  readOpenApi,
  readWorkspaceApi,
  createModel,
  deleteModel,
  describeModel,
  listModels,
  readModel,
  updateModel,
  createRelease,
  listReleases,
  restoreRelease,
  createRole,
  deleteFieldPermission,
  deleteRole,
  listFieldPermissions,
  listRoles,
  updateRole,
  writeFieldPermissions,
  askRouteAccess,
  checkRouteAccess,
  createRoute,
  deleteRoute,
  listRoutes,
  updateRoute,
  createTenant,
  listTenants,
  updateTenant,
} as const
