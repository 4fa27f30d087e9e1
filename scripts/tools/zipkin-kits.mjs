import { mavenJars, whyNoJars } from './maven-jars.mjs';

const kits = {
  title: "a run of Zipkin's kits",
  name: 'zipkin-kits-3.6.0',
  artifacts: [
    'io.zipkin.zipkin2:zipkin-tests:3.6.0',
    'org.junit.platform:junit-platform-console-standalone:1.14.1',
    'org.eclipse.jdt:ecj:3.38.0', // compiles where Java comes without its compiler
  ],
  sha256: 'f1ec169db1f6ccc84c57328f126e43d0061b099b5fdf6f3f690fb4f225a1e152',
};

/** Resolves with the folder of the jars that test a storage of Zipkin, or rejects with the reason why it cannot. */
export async function zipkinKits() {
  const whyNot = whyNoJars(kits);
  if (whyNot !== undefined) {
    throw new Error(whyNot);
  }
  return await mavenJars(kits);
}
