-- Two JSON objects as one, the keys of the second after those of the first; both are taken as they are written, so they
-- must have no key in common. Rows of answers are built as `json`: `||` is of `jsonb`, which takes 1.6 times as long to make.
create function app.joined_json(a json, b json) returns json
language plpgsql immutable strict parallel safe as $$
begin
  if b::text = '{}' then
    return a;
  end if;
  if a::text = '{}' then
    return b;
  end if;
  return (left(a::text, -1) || ', ' || substr(b::text, 2))::json;
end
$$;

revoke execute on function app.joined_json(json, json) from public;
grant execute on function app.joined_json(json, json) to formwork_app;
