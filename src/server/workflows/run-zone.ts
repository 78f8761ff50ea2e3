import type { Workflow } from '#contracts/workflow.ts'
import { isTimeZone } from '#base/wall-time.ts'
import type { Services } from '../services.ts'
import { planOf } from './plan-of.ts'

const find = "select raw_user_meta_data ->> 'time_zone' as zone from auth.users where id = $1"

/**
 * The time zone whose days a run means: that of the plan that began it, otherwise the one that the person it acts for chose
 * in their profile; UTC where nobody said.
 */
export async function runZone(
  { database }: Services,
  { trigger }: Workflow,
  userId: string,
): Promise<string> {
  const plan = planOf(trigger)
  if (plan) return plan.zone
  const { rows } = await database.owner.query<{ zone: string | null }>(find, [userId])
  const zone = rows[0]?.zone ?? null
  return zone !== null && isTimeZone(zone) ? zone : 'UTC'
}
