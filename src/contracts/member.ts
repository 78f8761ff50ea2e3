/** A person in a workspace. `email` and `record_id` only for those who manage members. */
export interface Member {
  id: string
  user_id: string
  name: string
  email?: string | null
  /** The record that stands for them: a customer's own, for one. Row rules know it as `user.record`. */
  record_id?: string | null
  /** Of which model it is. */
  record_model?: string | null
  avatar_url: string | null
  role: string
  status: 'active' | 'suspended'
  /** `service`: a member that is no person; programs work as it, by tokens. */
  kind: 'person' | 'service'
  created_at: string
}
