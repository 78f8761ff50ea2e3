import { accessHandlers } from './access.ts'
import { archetypeHandlers } from './archetypes.ts'
import { authHandlers } from './auth.ts'
import { auditHandlers } from './audit.ts'
import { binHandlers } from './bin.ts'
import { changeHandlers } from './changes.ts'
import { commandHandlers } from './commands.ts'
import { draftHandlers } from './drafts.ts'
import { inviteHandlers } from './invites.ts'
import { layoutHandlers } from './layouts.ts'
import { memberHandlers } from './members.ts'
import { metaHandlers } from './meta.ts'
import { modelHandlers } from './models.ts'
import { releaseHandlers } from './releases.ts'
import { roleHandlers } from './roles.ts'
import { exportHandlers } from './exports.ts'
import { fileHandlers } from './files.ts'
import { formHandlers } from './forms.ts'
import { estimateFileHandlers } from './estimate-files.ts'
import { formulaHandlers } from './formulas.ts'
import { importHandlers } from './imports.ts'
import { objectHandlers } from './objects.ts'
import { publicHandlers } from './public.ts'
import { queryHandlers } from './query.ts'
import { profileHandlers } from './profile.ts'
import { quickSetupHandlers } from './quick-setup.ts'
import { recordHandlers } from './records.ts'
import type { Handler } from './route.ts'
import { routeHandlers } from './routes.ts'
import { scheduleHandlers } from './schedules.ts'
import { serviceAccountHandlers } from './service-accounts.ts'
import { standardModelHandlers } from './standard-models.ts'
import { tenantHandlers } from './tenants.ts'
import { undoHandlers } from './undo.ts'
import { mineHandlers } from './mine.ts'
import { searchHandlers } from './search.ts'
import { calendarHandlers } from './calendars.ts'
import { notificationHandlers } from './notifications.ts'
import { workflowHandlers } from './workflows.ts'

/** What answers each call of `contracts/api/all-endpoints.ts`, but for those of `development.ts`. */
export const allHandlers: readonly Handler[] = [
  ...metaHandlers,
  ...tenantHandlers,
  ...authHandlers,
  ...profileHandlers,
  ...memberHandlers,
  ...serviceAccountHandlers,
  ...inviteHandlers,
  ...roleHandlers,
  ...accessHandlers,
  ...auditHandlers,
  ...modelHandlers,
  ...archetypeHandlers,
  ...routeHandlers,
  ...layoutHandlers,
  ...draftHandlers,
  ...releaseHandlers,
  ...queryHandlers,
  ...objectHandlers,
  ...publicHandlers,
  // Before the call for one record: `export` is no id.
  ...exportHandlers,
  ...recordHandlers,
  ...changeHandlers,
  ...binHandlers,
  ...undoHandlers,
  ...formulaHandlers,
  ...fileHandlers,
  ...formHandlers,
  ...importHandlers,
  ...scheduleHandlers,
  ...quickSetupHandlers,
  ...standardModelHandlers,
  ...commandHandlers,
  ...workflowHandlers,
  ...notificationHandlers,
  ...calendarHandlers,
  ...searchHandlers,
  ...mineHandlers,
  ...estimateFileHandlers,
]
