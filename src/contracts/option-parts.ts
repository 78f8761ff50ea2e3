import type { Option } from './field.ts'

/** An option as value and label, however it was written. Apart from `field.ts`, so that the first load needs no zod. */
export const optionParts = (option: Option): { value: string; label: string; color?: string } =>
  typeof option === 'string' ? { value: option, label: option } : option
