package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Tree keeps the page as a screen reader has it, a line for each thing that is said, where TILEWATCH_LOOK names a folder, for people to read.
func (b *Browser) Tree(name string) {
	b.T.Helper()
	dir := os.Getenv("TILEWATCH_LOOK")
	if dir == "" {
		return
	}
	tree, err := chromedp.Call(b.Ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.T.Fatal(err)
	}
	var text strings.Builder
	depth := map[accessibility.NodeID]int{}
	for _, node := range tree.Nodes {
		depth[node.NodeID] = depth[node.ParentID]
		role := said(node.Role)
		if node.Ignored || role == "InlineTextBox" || role == "none" || role == "generic" {
			continue
		}
		depth[node.NodeID]++
		fmt.Fprintf(&text, "%s%s %s\n", strings.Repeat("  ", depth[node.ParentID]), role, said(node.Name))
	}
	if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text.String()), 0o644); err != nil {
		b.T.Fatal(err)
	}
}

func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}
