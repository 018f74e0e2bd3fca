/** A word stays the word it is. */
type Query<F> = { [Name in keyof F]?: NonNullable<F[Name]> extends infer V extends string ? V : string };

/** The filters as a list, its export and its key take them: absent ones left out, words joined by commas. */
export function toQuery<F extends object>(filters: F): Query<F> {
  const query: Query<F> = {};
  for (const [name, value] of Object.entries(filters))
    if (value !== null && value !== undefined)
      Object.assign(query, { [name]: Array.isArray(value) ? value.join(',') : String(value) });
  return query;
}
