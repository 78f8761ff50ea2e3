import { accessModels } from './system-models/access-models.ts'
import { configurationModels } from './system-models/configuration-models.ts'
import { historyModels } from './system-models/history-models.ts'
import type { SystemModel } from './system-models/system-model.ts'
import { transferModels } from './system-models/transfer-models.ts'
import { webhookModels } from './system-models/webhook-models.ts'
import { workflowModels } from './system-models/workflow-models.ts'

/**
 * The system's own models, answered by the same questions as a workspace's. Each is a view `app.<view>`
 * (security_invoker) with the columns named here and `tenant_id`; `server/database/migrations` makes them.
 * `id` is unique within a workspace.
 */
export const systemModels: readonly SystemModel[] = [
  ...configurationModels,
  ...accessModels,
  ...webhookModels,
  ...historyModels,
  ...transferModels,
  ...workflowModels,
]
