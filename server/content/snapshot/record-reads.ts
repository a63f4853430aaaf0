import type { SnapshotReadKey } from './fingerprints.ts';
import type { Snapshot } from './snapshot.ts';

/** A snapshot, and the keys of everything that was read from it. */
export interface RecordedSnapshot {
  snapshot: Snapshot;
  reads: Set<SnapshotReadKey>;
}

/** Wraps a snapshot so that it records reads. A stored page can then be checked against the next snapshot. */
export function recordReads(snapshot: Snapshot): RecordedSnapshot {
  const reads = new Set<SnapshotReadKey>();
  const note = <Value>(read: SnapshotReadKey, value: Value): Value => {
    reads.add(read);
    return value;
  };
  return {
    reads,
    snapshot: {
      version: snapshot.version,
      faults: snapshot.faults,
      get settings() {
        return note('settings', snapshot.settings);
      },
      get site() {
        return note('site', snapshot.site);
      },
      get links() {
        return note('site', snapshot.links);
      },
      get discussion() {
        return note('site', snapshot.discussion);
      },
      pageAt: (path) => note(`page:${path}`, snapshot.pageAt(path)),
      pageOfSlug: (slug, where) => note(`slug:${slug}`, snapshot.pageOfSlug(slug, where)),
      pageOfId: (id) => note(`page-id:${id}`, snapshot.pageOfId(id)),
      postOfId: (id) => note(`post-id:${id}`, snapshot.postOfId(id)),
      pages: () => note('pages', snapshot.pages()),
      everyPage: () => note('pages', snapshot.everyPage()),
      unreachable: () => note('pages', snapshot.unreachable()),
      section: (id) => note(`section:${id}`, snapshot.section(id)),
      reusable: () => note('reusable', snapshot.reusable()),
      hidingPages: () => note('pages', snapshot.hidingPages()),
      posts() {
        // Post texts may contain settings such as the agent's name, and picture URLs depend on the site.
        for (const read of ['settings', 'site']) reads.add(read);
        return note('posts', snapshot.posts());
      },
      post: (slug) => note(`post:${slug}`, snapshot.post(slug)),
      get blog() {
        return note('site', snapshot.blog);
      },
      postsPage: () => note('posts-page', snapshot.postsPage()),
      author: (slug) => note('posts', snapshot.author(slug)),
      tag: (slug) => note('posts', snapshot.tag(slug)),
      listPath: (kind, of) => note('posts', snapshot.listPath(kind, of)),
      postPath: (post) => note('posts', snapshot.postPath(post)),
      blogRouteAt: (path) => note(`blog:${path}`, snapshot.blogRouteAt(path)),
      blogSpelledAt: (path) => note('posts', snapshot.blogSpelledAt(path)),
      pathClashes: () => note('posts', snapshot.pathClashes()),
      comments: (post) => note(`comments:${post}`, snapshot.comments(post)),
      // Not recorded, because no stored page shows the content behind a password.
      lock: (id) => snapshot.lock(id),
      media: (id) => note(`media:${id}`, snapshot.media(id)),
      mediaAt: (path) => note('site', snapshot.mediaAt(path)),
      authorName: (id) => note(`author:${id}`, snapshot.authorName(id)),
      categories: () => note('posts', snapshot.categories()),
      term: (kind, id) => note(`${kind}:${id}`, snapshot.term(kind, id)),
      menu: (location) => note(`menu:${location}`, snapshot.menu(location)),
      frame() {
        for (const read of ['settings', 'menu:primary', 'menu:footer']) reads.add(read);
        return snapshot.frame();
      },
      // Not recorded, because no page shows them.
      formerPaths: (page) => snapshot.formerPaths(page),
      movedTo: (path) => note(`moved:${path}`, snapshot.movedTo(path)),
      fingerprint: (read) => snapshot.fingerprint(read),
    },
  };
}
