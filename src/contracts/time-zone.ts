import { z } from 'zod'
import { isTimeZone } from '#base/wall-time.ts'

/** `Europe/Berlin` */
export const timeZoneSchema = z
  .string()
  .max(60)
  .refine(isTimeZone, 'There is no such time zone. Write it as Europe/Berlin.')
