import {
  compileWorkspace,
  type Slots,
  type Workspace,
  type WorkspaceDocument,
} from '#kernel/models/workspace.ts'
import { closing } from '../standard-models/standard-models.ts'

/** Compiles documents of a workspace with what the product says of closed places: forgotten, everything would be open. */
export const compileDocuments = (
  tenantId: string,
  releaseId: string,
  documents: readonly WorkspaceDocument[],
  slots?: Slots,
): Workspace => compileWorkspace(tenantId, releaseId, documents, slots, closing)
