type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^FARMCTL_SECRET_(?!KEY$)/;

/** The environment variables that may be secrets of integrations, and no others. */
export function secretVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => NAME.test(name)));
}
